"""One move in the making: its stages, the events of its queue, the actions of rules, its trace."""
