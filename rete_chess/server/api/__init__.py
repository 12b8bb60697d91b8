"""The documents of a server over HTTP: the catalogue, schemas, and strangers' documents judged and shown.

`answers` are functions from data to data, `table` calls them by name and never fails, `routes` is the only
module that knows HTTP. A document of a stranger opens no file and has the budget of a server.
"""
