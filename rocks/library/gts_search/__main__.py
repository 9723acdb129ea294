"""The program gts: python3 -m gts_search help."""

import os
import shutil
import signal
import sys

from .library import HERE


def main() -> None:
    """Becomes the program of the package, else the system's, with the arguments of this process."""
    program, environment = os.path.join(HERE, "gts"), dict(os.environ)
    if os.access(program, os.X_OK):
        libraries = os.path.join(HERE, "lib"), environment.get("LD_LIBRARY_PATH")
        environment["LD_LIBRARY_PATH"] = os.pathsep.join(filter(None, libraries))
    else:
        program = shutil.which("gts")
    if program is None:
        sys.exit("gts_search: neither this package nor the system has the program gts")
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)           # which Python ignores
    os.execve(program, ["gts", *sys.argv[1:]], environment)


if __name__ == "__main__":
    main()
