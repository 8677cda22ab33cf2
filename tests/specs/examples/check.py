"""check.py EXAMPLES: the committed examples are what make_examples.py writes."""
import filecmp
import subprocess
import sys
import tempfile
from pathlib import Path

examples = Path(sys.argv[1])
folder = Path(tempfile.mkdtemp(prefix="touchstone_examples_"))
subprocess.run([sys.executable, examples / "make_examples.py", folder], check=True)
made = sorted(f.relative_to(folder) for f in folder.rglob("*") if f.is_file())
different = [str(f) for f in made if not filecmp.cmp(folder / f, examples / f, shallow=False)]
large = [str(f) for f in made if (folder / f).stat().st_size >= 100_000]
print(f"{len(made)} files; different: {different}; large: {large}")
sys.exit(1 if different or large or not made else 0)
