"""The kinds of documents, one file each, and the documents beside a file."""
