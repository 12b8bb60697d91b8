"""Matching: the networks are told facts, and asked which rules a move will activate."""
