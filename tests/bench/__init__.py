"""Measuring the targets: ratios of two things timed in turn, and sizes. ``python -m tests.bench`` prints them as JSON.

Nothing timed is asserted in tests: machines are shared, and their speed varies from second to second.
"""
