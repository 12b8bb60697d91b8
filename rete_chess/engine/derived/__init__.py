"""What follows from facts: contributions, ceilings, what pieces carry, their movement."""
