"""Cassettes: recorded traffic with a provider, for tests that need no key and no network."""
