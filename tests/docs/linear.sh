# The commands of docs/linear.md print what it says.
. tests/support/check.sh
. tests/support/document.sh
check_document docs/linear.md
finish
