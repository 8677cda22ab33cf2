#include <cstdio>

#include "touchstone/core/digest.h"

int main() { std::puts(touchstone::sha256("abc").hex().c_str()); }
