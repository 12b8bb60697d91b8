"""Tests of many games: plans, who plays them, where they are kept, and what is said of them."""
