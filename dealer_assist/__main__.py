"""`python -m dealer_assist` is `dealer-assist`."""

from dealer_assist.cli import main

main(prog_name="dealer-assist")
