"""The Universal Chess Interface, with the additions by which Fairy-Stockfish speaks of variants."""
