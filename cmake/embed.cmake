# cmake -DFOLDER=… -DFILES=a;b -DHEADER=… -DNAMESPACE=… -DTYPE=… -DFUNCTION=… -DOUTPUT=…
#   -P embed.cmake
#
# Writes a C++ source that holds files as arrays.
set(arrays "")
set(entries "")
set(number 0)
foreach(name IN LISTS FILES)
  file(READ "${FOLDER}/${name}" hex HEX)
  string(LENGTH "${hex}" digits)
  math(EXPR size "${digits} / 2")
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
  string(APPEND arrays "constexpr unsigned char file${number}[] = {${bytes}};\n")
  string(APPEND entries "    {\"${name}\", {reinterpret_cast<const char*>(file${number}), ${size}}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE "${OUTPUT}" "#include \"${HEADER}\"

namespace ${NAMESPACE} {
namespace {

${arrays}
const ${TYPE} files[] = {
${entries}};

}  // namespace

std::span<const ${TYPE}> ${FUNCTION}() { return files; }

}  // namespace ${NAMESPACE}
")
