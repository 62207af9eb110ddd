#!/bin/sh
# As tests/evidence/agreement.sh, with 2,000 games.
GRUNDY_GAMES=2000
export GRUNDY_GAMES
. tests/evidence/agreement.sh
