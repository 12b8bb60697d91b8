"""The language that documents share: patterns, actions, targets, values, movement, policies."""
