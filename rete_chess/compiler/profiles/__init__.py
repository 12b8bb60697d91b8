"""Profile documents: read, stacked, compared; the modifier kinds in play."""
