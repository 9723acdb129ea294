"""Builds the package of Python: a wheel with the library inside, and the source that pip builds it from (PEP 517).

    python3 backend.py FOLDER       writes both into FOLDER

In the source archive gts stands in the folder `gts` beside this file; in gts itself this is rocks/library.
"""

import base64
import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
GTS = HERE / "gts" if (HERE / "gts").exists() else HERE.parent.parent
SYSTEM = {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1",
          "libtinfo.so.6"}
EPOCH = (1980, 1, 1, 0, 0, 0)           # of all files: the same source gives the same bytes

version = re.search(r'define GTS_VERSION "(.*)"', (GTS / "src/base/version.h").read_text()).group(1)


CLASSIFIERS = (
    "Intended Audience :: Education", "Intended Audience :: Science/Research", "License :: OSI Approved :: MIT License",
    "Operating System :: POSIX :: Linux", "Programming Language :: C", "Programming Language :: Lua",
    "Programming Language :: Python :: 3", "Topic :: Games/Entertainment :: Board Games",
    "Topic :: Scientific/Engineering :: Artificial Intelligence", "Typing :: Typed",
)


def metadata():
    lines = ["Metadata-Version: 2.1", "Name: gts-search", f"Version: {version}",
             "Summary: Game-tree search: rules of a game in Python or Lua, the algorithms in C",
             "Author: the authors of gts", "License: MIT",
             "Keywords: game-tree search, alpha-beta, Monte-Carlo tree search, proof numbers, retrograde analysis",
             *(f"Classifier: {name}" for name in CLASSIFIERS),
             "Requires-Python: >=3.9", "Description-Content-Type: text/markdown"]
    return "\n".join(lines) + "\n\n" + (GTS / "lua/gts/library/manual/python.md").read_text()


def make(*goals):
    environment = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    subprocess.run(["make", "-s", *goals], cwd=GTS, check=True, env=environment, stdout=sys.stderr)


def needed(library):
    """The libraries that come along: what the system may not have."""
    listed = subprocess.run(["ldd", library], check=True, capture_output=True, text=True).stdout
    for name, path in re.findall(r"(\S+) => (/\S+)", listed):
        if name not in SYSTEM:
            yield name, Path(path)


def glibc(files):
    """The least version of glibc that these programs and libraries need, as (2, 36)."""
    listed = subprocess.run(["objdump", "-T", *files], check=True, capture_output=True, text=True).stdout
    return max((int(major), int(minor)) for major, minor in re.findall(r"GLIBC_(\d+)\.(\d+)", listed))


def versions(files):
    """The Debian packages that libraries come from, with their versions; elsewhere nothing."""
    if not shutil.which("dpkg-query"):
        return ""
    found = subprocess.run(["dpkg-query", "-S", *{file.resolve() for file in files}], capture_output=True, text=True).stdout
    packages = sorted(set(re.findall(r"^([^:\n]+):", found, re.M)))
    return subprocess.run(["dpkg-query", "-W", *packages], capture_output=True, text=True).stdout if packages else ""


def stripped(file):
    """A program or a library without what only debuggers read."""
    with tempfile.NamedTemporaryFile() as made:
        subprocess.run(["strip", "-o", made.name, file], check=True)
        return Path(made.name).read_bytes()


def contents():
    """Pairs of a name in the wheel and what is there, a file or bytes, of what was built."""
    build = GTS / "build"
    program = build / "gts"
    results = subprocess.run([program, "types", "python"], check=True, capture_output=True).stdout
    for file in sorted((HERE / "gts_search").glob("*")):
        if file.is_file() and file.name != "results.py":
            yield f"gts_search/{file.name}", file
    yield "gts_search/results.py", results
    yield "gts_search/libgts-search.so.1", stripped(build / "libgts-search.so.1")
    for name, path in needed(build / "libgts-search.so.1"):
        yield f"gts_search/{name}", path
    yield "gts_search/gts", stripped(program)
    for name, path in needed(program):
        yield f"gts_search/lib/{name}", path
    for name in ("tcc", "modules", "worker"):
        file = build / "lib/gts" / name
        if file.exists():
            yield f"gts_search/lib/gts/{name}", stripped(file) if name == "worker" else file
    for file in sorted((GTS / "lua").rglob("*")):
        if file.is_file():
            yield f"gts_search/lua/{file.relative_to(GTS / 'lua')}", file
    for file in sorted([*(GTS / "games").glob("*.lua"), *(GTS / "games").glob("*/*.evaluation")]):
        yield f"gts_search/lua/gts/games/{file.relative_to(GTS / 'games')}", file
    json = subprocess.run([program, "-e", 'io.write(package.searchpath("dkjson", package.path))'], check=True, capture_output=True,
                          text=True).stdout
    yield "gts_search/lua/dkjson.lua", Path(json)
    libraries = {path for file in (build / "libgts-search.so.1", program) for _, path in needed(file)}
    yield f"gts_search-{version}.dist-info/carried", versions(sorted(libraries)).encode()
    yield f"gts_search-{version}.dist-info/LICENSE", GTS / "LICENSE"
    # What comes along from Debian's packages, with their licences.
    for package in ("liblua5.4-0", "libb2-1", "libzstd1", "libgomp1", "libtcc-dev", "lua-dkjson", "libedit2", "libbsd0", "libmd0"):
        copyright = Path("/usr/share/doc") / package / "copyright"
        if copyright.exists():
            yield f"gts_search-{version}.dist-info/licenses/{package}", copyright


def build_wheel(folder, config_settings=None, metadata_directory=None):
    make("all")
    built = [file for name in ("libgts-search.so.1", "gts", "lib/gts/worker", "lib/gts/tcc") if (file := GTS / "build" / name).exists()]
    major, minor = glibc([*built, *sorted({path for file in built for _, path in needed(file)})])
    machine = sysconfig.get_platform().replace("-", "_").replace(".", "_").removeprefix("linux_")
    tag = f"py3-none-manylinux_{major}_{minor}_{machine}"
    name = f"gts_search-{version}-{tag}.whl"
    info = f"gts_search-{version}.dist-info"
    record = []
    with zipfile.ZipFile(Path(folder) / name, "w", zipfile.ZIP_DEFLATED) as archive:
        def add(path, data, mode=0o644):
            entry = zipfile.ZipInfo(path, EPOCH)
            entry.external_attr, entry.compress_type = (0o100000 | mode) << 16, zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{path},sha256={digest},{len(data)}\n")
        for path, what in contents():
            add(path, what if isinstance(what, bytes) else what.read_bytes(), 0o755 if path.endswith(("/tcc", "/worker", "/gts")) else 0o644)
        add(f"{info}/entry_points.txt", b"[console_scripts]\ngts = gts_search.__main__:main\n")
        add(f"{info}/METADATA", metadata().encode())
        add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: gts\nRoot-Is-Purelib: false\nTag: {tag}\n".encode())
        record.append(f"{info}/RECORD,,\n")
        archive.writestr(zipfile.ZipInfo(f"{info}/RECORD", EPOCH), "".join(record))
    return name


def sources():
    """The files of gts that belong to its source."""
    listed = subprocess.run(["git", "ls-files"], cwd=GTS, capture_output=True, text=True)
    if listed.returncode == 0 and listed.stdout and (GTS / ".git").exists():
        return sorted(GTS / name for name in listed.stdout.split("\n") if name)
    return sorted(p for p in GTS.rglob("*") if p.is_file() and "build" not in p.relative_to(GTS).parts[:1])


def build_sdist(folder, config_settings=None):
    root = f"gts_search-{version}"

    def plain(entry):
        entry.uid = entry.gid = entry.mtime = 0
        entry.mode = 0o755 if entry.mode & 0o100 else 0o644
        entry.uname = entry.gname = ""
        return entry
    with open(Path(folder) / f"{root}.tar.gz", "wb") as file, gzip.GzipFile("", "wb", 9, file, 0) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        info = Path(folder) / "PKG-INFO"
        info.write_text(metadata())
        archive.add(info, f"{root}/PKG-INFO", filter=plain)
        info.unlink()
        for name in ("pyproject.toml", "backend.py"):
            archive.add(HERE / name, f"{root}/{name}", filter=plain)
        for file in sorted((HERE / "gts_search").glob("*")):
            if file.is_file() and file.name != "results.py":
                archive.add(file, f"{root}/gts_search/{file.name}", filter=plain)
        for file in sources():
            archive.add(file, f"{root}/gts/{file.relative_to(GTS)}", filter=plain)
    return f"{root}.tar.gz"


if __name__ == "__main__":
    os.makedirs(sys.argv[1], exist_ok=True)
    print(os.path.join(sys.argv[1], build_wheel(sys.argv[1])))
    print(os.path.join(sys.argv[1], build_sdist(sys.argv[1])))
