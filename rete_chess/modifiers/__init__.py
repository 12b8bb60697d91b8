"""The six kinds of numbers on pieces that profiles give, one file each; see `catalog`."""
