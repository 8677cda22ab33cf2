#include "commands.h"

int main(int argc, char** argv) {
  return touchstone::cli::run_command_line({argv + 1, argv + argc});
}
