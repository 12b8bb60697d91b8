"""How pieces move: changes of piece types and of single pieces, limits on moves."""
