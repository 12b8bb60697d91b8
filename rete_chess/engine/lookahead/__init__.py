"""Looking ahead: what-if, trees of moves for players, node counts."""
