# cmake -DROOT=… -DSOURCES=a;b -DFLAGS=… -DOUTPUT=… -P artifact.cmake
#
# Writes the definition of touchstone::reference_artifact(): the digest of a kernel's sources and
# flags, embedded at build. Anyone can repeat it: sha256 over the flags line and one line
# "<sha256 of file>  <path>" per source, in order, each line ended by a newline.
set(manifest "${FLAGS}\n")
set(list "")
foreach(source IN LISTS SOURCES)
  file(SHA256 "${ROOT}/${source}" digest)
  string(APPEND manifest "${digest}  ${source}\n")
  string(APPEND list "                  \"${source}\",\n")
endforeach()
string(SHA256 digest "${manifest}")
set(content "#include \"touchstone/reference/artifact.h\"

namespace touchstone {

Artifact reference_artifact() {
  return {*Digest::from_hex(\"${digest}\"),
          {
${list}          },
          {},
          \"${FLAGS}\"};
}

}  // namespace touchstone
")
file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT "${content}" @ONLY)
