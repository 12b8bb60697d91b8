"""One file for each command, with its click `command`."""
