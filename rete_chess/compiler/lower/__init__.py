"""Rules of documents lowered: names and senses, terms, patterns, actions."""
