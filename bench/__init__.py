"""The benchmarks: `python -m bench`."""
