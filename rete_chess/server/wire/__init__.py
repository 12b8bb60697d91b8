"""What clients and servers say to each other: one model for each message, and messages as bytes."""
