/* The command, whose main has another name where it is a part of a test. */

int grundy_main(int argc, char **argv);

int main(int argc, char **argv) {
  return grundy_main(argc, argv);
}
