"""The rules core: geometry, paths, board, legal moves, text. It knows no rule, preset or piece by name."""
