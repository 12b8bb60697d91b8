"""The words of rules: terms, filters, patterns, targets and actions as data.

Every class says about itself what compiler, legality, networks, traces and search need to know of it.
"""
