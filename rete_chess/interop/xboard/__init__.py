"""The Chess Engine Communication Protocol, version 2, that XBoard and WinBoard speak."""
