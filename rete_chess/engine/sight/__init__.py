"""What sides see of a game: views, their past, and worlds that agree with them."""
