"""A staged table: pictures of what a scene holds, and the truth about them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer_assist.cards import Card
from dealer_assist.sighting import Quad
from models.faces import HEIGHT, STANDARD, WIDTH, Style, back, face, index_boxes
from models.stage import props
from models.stage.felt import Colour, Field, Image, empty_table, lamp, softened
from models.stage.layout import Box, Layout, Points, camera, circle, layout, quad, rests, seen
from models.stage.scene import Arm, Place, Scene

_SHADE: Final = 0.42
_FACE: Final = 176
#: What light comes under a cap, in grey levels.
_CAP: Final = 5
_CUT_EDGE: Final = (196, 198, 200)
_CORNERS: Final = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], dtype=np.float64)


class _Layer:
    """A small picture to be laid on a large one: what it adds, and what it keeps of the ground."""

    def __init__(self, corner: tuple[int, int], adds: Field, keeps: Field) -> None:
        self.corner, self.adds, self.keeps = corner, adds, keeps

    def onto(self, picture: Image) -> None:
        """Lay it on `picture`, as far as it lies inside."""
        x, y = self.corner
        height, width = self.keeps.shape[:2]
        left, top = max(x, 0), max(y, 0)
        right, bottom = min(x + width, picture.shape[1]), min(y + height, picture.shape[0])
        if left >= right or top >= bottom:
            return
        cut = slice(top - y, bottom - y), slice(left - x, right - x)
        area = picture[top:bottom, left:right]
        area[:] = cv2.add(cv2.multiply(area, self.keeps[cut], dtype=cv2.CV_32F), self.adds[cut]).clip(0, 255)


class Table:
    """A table of Triple with that many `seats`, or of any layout, its deck drawn in `style`, seen by a camera above the
    dealer's side.

    `size` is (width, height) in pixels. `noise` is the sensor noise of each frame, as a standard deviation in grey
    levels of 0–255; 0 leaves only the slow change of light. `grain` is the depth of the cloth's weave, which is still
    but costs a film where an arm uncovers it. `dye` is the cloth's colour, BGR. Everything else follows from `seed`:
    the same table, scene and frame number give the same bytes. Not to be shared between threads: it keeps what it drew
    last.
    """

    def __init__(
        self,
        seats: int | Layout,
        size: tuple[int, int] = (1280, 720),
        style: Style = STANDARD,
        seed: int = 0,
        noise: float = 0.7,
        grain: float = 1.0,
        dye: Colour | None = None,
    ) -> None:
        random = np.random.default_rng([seed, 0x7AB1E])
        self.layout = layout(seats) if isinstance(seats, int) else seats
        self.size = size
        self.style = style
        self.seed = seed
        tilt, roll = np.radians(random.uniform(12, 16)), np.radians(random.uniform(-0.7, 0.7))
        self._matrix = camera(self.layout.view, size, tilt, roll)
        self._light = lamp(size, random)
        self._empty = empty_table(self.layout, self._matrix, size, self._light, seed, grain, dye)
        self._phase = float(random.uniform(0, 2 * np.pi))
        self._noise = _noise(size, noise, random) if noise > 0 else None
        self._layers: dict[tuple[Card | None, bytes], _Layer] = {}
        self._stacks: dict[tuple[str, int, int], _Layer] = {}
        self._lain: tuple[object, Image] = (None, self._empty)

    def picture(self, scene: Scene, frame_number: int) -> Image:
        """The frame of `scene`, BGR. Raises `Fault` for a box that this table does not have."""
        if scene.is_covered:
            return self._sensed(np.full((self.size[1], self.size[0], 3), _CAP, np.uint8), frame_number)
        frame = self._still(scene).copy()
        for arm in scene.arms:
            for layer in self._arm(arm):
                layer.onto(frame)
        if scene.bump is not None:
            frame = self._bumped(frame, scene.bump)
        return self._sensed(frame, frame_number)

    def boxes(self) -> dict[str, Quad]:
        """The printed boxes in the picture, `"seat1"`… and `"dealer"`, clockwise from each box's own upper left."""
        return {name: quad(seen(self._matrix, box.corners())) for name, box in self.layout.printed.items()}

    def truth(self, scene: Scene, least: float = 0.95) -> list[tuple[Card, Quad]]:
        """The indices of face-up cards of which a share of `least` or more is seen.

        A quad is in pixels (their centres at whole numbers) and runs clockwise from the index's own upper left, as
        `models.faces.index_boxes` says. What a card further
        up, an arm, or the picture's edge covers is not seen.
        """
        lying = [(place, seen(self._matrix, rest)) for place, rest in self._rests(scene)]
        covers = self._arms_mask(scene.arms)
        found = []
        for at, (place, card_quad) in enumerate(lying):
            if place.card is None:
                continue
            above = [other for _, other in lying[at + 1 :]]
            outline = np.array([WIDTH, HEIGHT]) * _CORNERS * (_FACE / HEIGHT)
            warp = _transform(outline, card_quad)
            for index in index_boxes(place.card, _FACE, self.style):
                corners = seen(warp, index)
                if _share(corners, above, covers) >= least:
                    found.append((place.card, quad(corners)))
        return found

    def spot(self, scene: Scene, place: Place) -> tuple[float, float]:
        """The middle of `place` on the table (mm) as it lies in `scene`, which must hold it."""
        rest = next(rest for other, rest in self._rests(scene) if other == place)
        return float(rest[:, 0].mean()), float(rest[:, 1].mean())

    def _rests(self, scene: Scene) -> list[tuple[Place, Points]]:
        return rests(self.layout, scene.cards, self.seed)

    def _still(self, scene: Scene) -> Image:
        """The scene without arms and noise; drawn anew only when a card or a chip has moved."""
        lain = (scene.cards, scene.chips)
        if self._lain[0] == lain:
            return self._lain[1]
        picture = self._empty.copy()
        numbers: dict[str, int] = {}
        for name, amount in scene.chips:
            number = numbers[name] = numbers.get(name, -1) + 1
            if amount > 0 and name in self.layout.boxes:
                key = (name, number, amount)
                if key not in self._stacks:
                    self._stacks[key] = self._chips(self.layout.boxes[name], number, amount)
                self._stacks[key].onto(picture)
        for place, rest in self._rests(scene):
            self._card(place.card, seen(self._matrix, rest)).onto(picture)
        picture = cv2.GaussianBlur(picture, (3, 3), 0.5).astype(np.uint8, copy=False)
        self._lain = (lain, picture)
        return picture

    def _card(self, card: Card | None, corners: Points) -> _Layer:
        key = (card, corners.tobytes())
        if key not in self._layers:
            if len(self._layers) > 512:
                self._layers.clear()
            self._layers[key] = self._drawn(card, corners)
        return self._layers[key]

    def _drawn(self, card: Card | None, corners: Points) -> _Layer:
        """A card with its shadow, drawn twice too large and shrunk."""
        image = back(_FACE, self.style) if card is None else face(card, _FACE, self.style)
        margin = 9
        low = np.floor(corners.min(axis=0)).astype(int) - margin
        width, height = (np.ceil(corners.max(axis=0)).astype(int) - low + margin).tolist()
        outline = np.array(image.shape[1::-1]) * _CORNERS
        warp = _halved(_transform(outline, (corners - low + 0.5) * 2))
        big = (width * 2, height * 2)
        colour = cv2.warpPerspective(image[:, :, :3], warp, big, borderMode=cv2.BORDER_REPLICATE)
        # The cut edge of a card is duller than its face: without it a fan of white cards runs into one.
        rim = np.round((corners - low) * 32 + 8).astype(np.int32)
        cv2.polylines(colour, [rim], True, _CUT_EDGE, 2, cv2.LINE_AA, 4)
        alpha = cv2.warpPerspective(image[:, :, 3], warp, big)
        small = cv2.resize(np.dstack([colour, alpha]), (width, height), interpolation=cv2.INTER_AREA)
        return self._lit(small.astype(np.float32) / 255.0, (int(low[0]), int(low[1])), (2.0, 2.4), 2.2)

    def _lit(self, picture: Field, corner: tuple[int, int], throw: tuple[float, float], soft: float) -> _Layer:
        """A layer of a BGRA picture (0–1): under the table's light, its shadow `throw` px aside, `soft` px blurred."""
        alpha = picture[:, :, 3:]
        move = np.array([(1, 0, throw[0]), (0, 1, throw[1])], dtype=np.float64)
        shadow = cv2.warpAffine(picture[:, :, 3], move, (picture.shape[1], picture.shape[0])).astype(np.float32)
        blurred = softened(shadow, soft) if soft > 4 else cv2.GaussianBlur(shadow, (0, 0), soft)[:, :, None]
        shade = 1 - _SHADE * blurred
        x = np.clip(corner[0] + picture.shape[1] // 2, 0, self.size[0] - 1)
        y = np.clip(corner[1] + picture.shape[0] // 2, 0, self.size[1] - 1)
        adds = picture[:, :, :3] * alpha * (255.0 * float(self._light[y, x, 0]))
        return _Layer(corner, adds, np.repeat(shade * (1 - alpha), 3, axis=2))

    def _chips(self, box: Box, number: int, amount: int) -> _Layer:
        middle = np.array([circle(box, number)])
        x, y = seen(self._matrix, middle)[0]
        edge = seen(self._matrix, middle + (props.CHIP / 2, 0))[0]
        stack = props.stack(amount, max(round(2 * (edge[0] - x)), 8))
        height, width = stack.shape[:2]
        margin = 10
        picture = cv2.copyMakeBorder(stack, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
        corner = (round(x - width / 2) - margin, round(y + width / 2 - height) - margin)
        return self._lit(picture.astype(np.float32), corner, (3.0, 3.4), 2.6)

    def _arm(self, arm: Arm) -> list[_Layer]:
        """An arm over the table, and the card it carries below it."""
        layers = []
        warp, low, (width, height) = self._reach(arm)
        if width <= 0 or height <= 0:
            return []
        if arm.carries:
            layers.append(self._drawn(None, seen(self._matrix, _carried(arm))))
        picture = cv2.warpPerspective(props.forearm(arm.sleeve), warp, (width, height))
        layers.append(self._lit(picture.astype(np.float32), low, (16.0, 12.0), 9.0))
        return layers

    def _reach(self, arm: Arm) -> tuple[NDArray[np.float64], tuple[int, int], tuple[int, int]]:
        """How the forearm's picture falls into the frame: matrix, corner and size of the part that is seen."""
        forward = np.array(arm.tip) - np.array(arm.elbow)
        sin, cos = forward[0] / np.hypot(*forward), -forward[1] / np.hypot(*forward)
        scale = 1 / props.ARM_SCALE
        spin = np.array([(cos, -sin), (sin, cos)])
        move = np.array(arm.tip) - spin @ np.array(props.ARM_TIP)
        to_plane = np.vstack([np.column_stack([spin * scale, move]), [(0, 0, 1)]])
        whole = self._matrix @ to_plane
        # A point beyond the camera's horizon would fold over: an arm is cut where it leaves the table.
        corners = seen(whole, _CORNERS * np.array(props.ARM_SIZE) * props.ARM_SCALE)
        margin = 30
        low = np.floor(corners.min(axis=0)).astype(int).clip(-margin, np.array(self.size) + margin) - margin
        high = np.ceil(corners.max(axis=0)).astype(int).clip(-margin, np.array(self.size) + margin) + margin
        shift = np.array([(1, 0, -low[0]), (0, 1, -low[1]), (0, 0, 1)])
        off = (high <= 0).any() or (low >= np.array(self.size)).any()
        size = (0, 0) if off else (int(high[0] - low[0]), int(high[1] - low[1]))
        return shift @ whole, (int(low[0]), int(low[1])), size

    def _arms_mask(self, arms: Sequence[Arm]) -> NDArray[np.bool_]:
        """Which pixels arms (and the cards they carry) cover."""
        mask = np.zeros((self.size[1], self.size[0]), np.uint8)
        for arm in arms:
            for layer in self._arm(arm):
                x, y = layer.corner
                covered = (layer.keeps[:, :, 0] < 0.5).astype(np.uint8)
                left, top = max(x, 0), max(y, 0)
                part = covered[top - y :, left - x :]
                area = mask[top : top + part.shape[0], left : left + part.shape[1]]
                np.maximum(area, part[: area.shape[0], : area.shape[1]], out=area)
        return mask.astype(np.bool_)

    def _bumped(self, frame: Image, bump: tuple[float, float, float]) -> Image:
        """The frame as a camera sees it that was pushed: across, down (px), turned (degrees)."""
        move = cv2.getRotationMatrix2D((self.size[0] / 2, self.size[1] / 2), bump[2], 1.0)
        move[:, 2] += np.array(bump[:2])
        return cv2.warpAffine(frame, move, self.size, borderMode=cv2.BORDER_REFLECT).astype(np.uint8)

    def _sensed(self, frame: Image, number: int) -> Image:
        """What the sensor makes of it: a slow swing of light and colour, and its noise."""
        swing = np.sin(2 * np.pi * number / 700 + self._phase + np.array([0.0, 0.4, 0.9]))
        levels = np.arange(256)[:, None] * (1 + 0.018 * swing)
        table = np.round(levels).clip(0, 255).astype(np.uint8)[None]
        frame = cv2.LUT(frame, table).astype(np.uint8, copy=False)
        if self._noise is None:
            return frame
        brighter, darker = self._noise
        x, y = np.random.default_rng([self.seed, number]).integers(0, _SPARE, 2)
        cut = slice(y, y + self.size[1]), slice(x, x + self.size[0])
        return cv2.subtract(cv2.add(frame, brighter[cut]), darker[cut]).astype(np.uint8, copy=False)


_SPARE: Final = 96


def _noise(size: tuple[int, int], sigma: float, random: np.random.Generator) -> tuple[Image, Image]:
    """A field of noise larger than a frame, as what to add and what to take away."""
    field = np.round(random.normal(0, sigma, (size[1] + _SPARE, size[0] + _SPARE, 3)))
    return field.clip(0, 255).astype(np.uint8), (-field).clip(0, 255).astype(np.uint8)


def _transform(source: Points, target: Points) -> NDArray[np.float64]:
    return cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32)).astype(np.float64)


def _halved(warp: NDArray[np.float64]) -> NDArray[np.float64]:
    """`warp` of corners as one of pixel centres, which lie half a pixel further in on both sides."""
    into = np.array([(1, 0, 0.5), (0, 1, 0.5), (0, 0, 1)])
    out = np.array([(1, 0, -0.5), (0, 1, -0.5), (0, 0, 1)])
    centred: NDArray[np.float64] = out @ warp @ into
    return centred


def _carried(arm: Arm) -> Points:
    """The corners (mm) of a card that lies under an arm's fingertips, square to the arm."""
    forward = (np.array(arm.tip) - np.array(arm.elbow)) / np.hypot(*(np.array(arm.tip) - np.array(arm.elbow)))
    aside = np.array([-forward[1], forward[0]])
    middle = np.array(arm.tip) - forward * 10
    signs = ((-1, 1), (1, 1), (1, -1), (-1, -1))
    return np.array([middle + aside * x * WIDTH / 2 + forward * y * HEIGHT / 2 for x, y in signs])


def _share(corners: Points, above: Sequence[Points], covers: NDArray[np.bool_]) -> float:
    """The share of a quad that neither the quads `above` nor the mask covers, from a grid of 14 × 14 points."""
    steps = (np.arange(14) + 0.5) / 14
    u, v = (part.ravel()[:, None] for part in np.meshgrid(steps, steps))
    points = (corners[0] * (1 - u) + corners[1] * u) * (1 - v) + (corners[3] * (1 - u) + corners[2] * u) * v
    whole = np.floor(points).astype(int)
    inside = (whole >= 0).all(axis=1) & (whole < np.array(covers.shape[::-1])).all(axis=1)
    clear = inside.copy()
    clear[inside] = ~covers[whole[inside, 1], whole[inside, 0]]
    for other in above:
        edges = np.roll(other, -1, axis=0) - other
        side = [edge[0] * (points[:, 1] - start[1]) - edge[1] * (points[:, 0] - start[0])
                for start, edge in zip(other, edges, strict=True)]  # fmt: skip
        clear &= ~(np.array(side) >= 0).all(axis=0)
    return float(clear.mean())
