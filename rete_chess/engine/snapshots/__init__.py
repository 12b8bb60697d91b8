"""Games as plain data and back: where they stand, and what has to be played again to go behind that."""
