"""Other implementations of rules, which are asked for moves and results to compare ours with."""
