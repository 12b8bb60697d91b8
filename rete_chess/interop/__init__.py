"""Other programs: what they say and hear, by the protocols of chess programs and in the dialects of FEN.

Nothing is imported before it is needed: a chess program is asked for its name long before it has to play.
"""
