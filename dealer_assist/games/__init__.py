"""The games: each a package or a file that meets the contract of `dealer_assist.game`."""
