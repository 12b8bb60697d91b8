"""Measurements of the engine beside other libraries, in turns and in one run."""
