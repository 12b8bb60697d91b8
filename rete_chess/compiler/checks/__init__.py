"""What presets and settings mean together: who excludes whom, what they change, where they meet."""
