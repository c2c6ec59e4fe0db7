"""Benchmarks: `python -m tests.benchmarks`, or `make bench`."""
