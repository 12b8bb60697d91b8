"""Policies as the core takes them: royalty, check, turns, ends, and how far legality looks ahead."""
