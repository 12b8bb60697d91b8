"""The parts of which models of documents are made: alternatives, words, promises, problems, schemas."""
