"""`python -m citebridge`: the command line."""

from citebridge.cli import main

if __name__ == "__main__":
    main()
