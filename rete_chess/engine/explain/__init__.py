"""Explanations: why a move is legal or not, and why a rule does not fire."""
