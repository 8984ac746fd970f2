"""``python -m spades_cli``."""

from spades_cli.cli.main import main

if __name__ == "__main__":
    main()
