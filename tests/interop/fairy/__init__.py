"""Variants of Fairy-Stockfish, read and written."""
