"""A server under load on this machine: how long moves take, what rooms cost, what attacks and kills do.

Servers are processes of their own, and their clients those of `rete_chess.client`.
"""
