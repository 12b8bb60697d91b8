"""What commands show: boards, traces, states, JSON."""
