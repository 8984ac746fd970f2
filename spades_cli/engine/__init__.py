"""The game itself: standard library only, no I/O, no clock, no global randomness."""
