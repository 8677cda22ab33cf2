// The command `verify`: `touchstone verify` under a name of its own.
#include "commands.h"

int main(int argc, char** argv) {
  std::vector<std::string> arguments{"verify"};
  arguments.insert(arguments.end(), argv + 1, argv + argc);
  return touchstone::cli::run_command_line(arguments);
}
