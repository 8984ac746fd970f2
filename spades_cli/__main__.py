"""``python -m spades_cli``: the program, and nothing of the folder it is started in."""

import os
import sys

# ``-m`` puts the current folder first on the path, where a strange pluggy.py would be run in place of the real one.
if sys.path and not sys.flags.safe_path and os.path.realpath(sys.path[0] or ".") == os.path.realpath("."):
    del sys.path[0]

from spades_cli.cli.main import main

if __name__ == "__main__":
    main()
