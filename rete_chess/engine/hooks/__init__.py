"""Hooks of Python presets: called as rules that fire, and asked about moves."""
