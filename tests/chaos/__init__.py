"""Chaos: whole servers of several workers, with processes killed, stopped and drained, and stores that stall or forget.

Two layers: simulation on virtual time, which a seed repeats exactly, and real processes. One checker reads every log.
"""
