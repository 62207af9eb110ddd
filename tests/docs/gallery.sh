# The commands of the gallery print what it says.
. tests/support/check.sh
. tests/support/document.sh
check_document docs/gallery.md
finish
