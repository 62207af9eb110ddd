# The commands of docs/rules.md print what it says.
. tests/support/check.sh
. tests/support/document.sh
check_document docs/rules.md
finish
