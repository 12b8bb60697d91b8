"""Presets written in Python."""
