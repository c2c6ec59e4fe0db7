"""Secrets: what they look like, where they are found, and how they are masked without moving an offset."""
