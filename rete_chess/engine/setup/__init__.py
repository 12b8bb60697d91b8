"""What a game goes by besides its facts: presets and profiles in force, fields of FEN."""
