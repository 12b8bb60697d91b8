"""The views of commands: boards, traces, states, JSON."""
