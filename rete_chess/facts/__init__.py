"""Facts, events and lowered rules: the words that compiler, networks and engine share."""
