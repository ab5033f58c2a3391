"""One file a shoe protocol: bytes in any portion in, sightings out."""
