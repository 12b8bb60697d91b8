"""The six modifier kinds of profiles, one file each; see `catalog`."""
