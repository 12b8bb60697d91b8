"""What makes rooms reachable: sockets, workers in which the rooms live, timers, limits, HTTP.

The front, one process with one loop of events, only moves bytes: it takes messages from sockets, hands them
to the worker that has the room, lets the store write what the room says has changed, and then sends what the
room says. Workers are forked from a nursery that has everything loaded; one that is lost costs nothing but
the message it was at.
"""
