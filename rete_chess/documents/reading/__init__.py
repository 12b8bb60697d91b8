"""Reading YAML and JSON within limits, with a line and column for every value."""
