"""Rooms in which two people play, and change the rules, by consent: messages, rooms, and their store.

Three layers, each of which knows those before it alone: `wire` says what is sent, `room` what it means,
`store` keeps it. None of them opens a socket, and `wire` and `room` neither read nor write anything.
"""
