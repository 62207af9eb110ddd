# The commands of the README print what it says.
. tests/support/check.sh
. tests/support/document.sh
check_document README.md
finish
