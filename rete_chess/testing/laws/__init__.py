"""Laws over random games: what holds whatever is played, changed between moves, undone, saved and asked."""
