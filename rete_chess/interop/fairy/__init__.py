"""Variants as Fairy-Stockfish writes them: its files read into documents, and documents written as its files.

Data goes one way: a text becomes sections, a section with its parents settings, settings a draft of a
variant, a draft documents and a list of what they cannot say.
"""
