# cmake -DROOT=… -DSOURCES=a;b -DFLAGS=… -DTEMPLATE=… -DOUTPUT=… -P artifact.cmake
#
# Fills @ARTIFACT_DIGEST@, @ARTIFACT_SOURCES@ and @ARTIFACT_FLAGS@ of a source template: the digest of
# sources and flags, embedded at build. Anyone can repeat it: sha256 over the flags line and one line
# "<sha256 of file>  <path>" per source, in order, each line ended by a newline.
set(manifest "${FLAGS}\n")
set(ARTIFACT_SOURCES "")
foreach(source IN LISTS SOURCES)
  file(SHA256 "${ROOT}/${source}" digest)
  string(APPEND manifest "${digest}  ${source}\n")
  string(APPEND ARTIFACT_SOURCES "\n           \"${source}\",")
endforeach()
string(SHA256 ARTIFACT_DIGEST "${manifest}")
set(ARTIFACT_FLAGS "${FLAGS}")
configure_file("${TEMPLATE}" "${OUTPUT}" @ONLY)
