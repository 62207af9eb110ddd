/* The command; its main has another name inside tests. */

int grundy_main(int argc, char **argv);

int main(int argc, char **argv) {
  return grundy_main(argc, argv);
}
