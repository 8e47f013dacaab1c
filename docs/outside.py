"""A preprocessor of mdBook for links that leave docs/: they become links to the repository that the root Cargo.toml names
under `workspace.package.repository`, or plain text while it names none."""

import json
import os.path
import re
import sys
import tomllib
from pathlib import Path
from urllib.parse import urljoin

DOCS = Path(__file__).resolve().parent

LINK = re.compile(r"\[(?P<text>[^\[\]]*)\]\((?P<target>\.\./[^()\s]*)\)")


def repository():
    package = tomllib.loads((DOCS.parent / "Cargo.toml").read_text())["workspace"]["package"]
    return package.get("repository")


def rewritten(text, page, repository):
    def link(match):
        path = os.path.normpath(os.path.join("docs", os.path.dirname(page), match["target"]))
        if path.startswith("docs/"):
            return match[0]
        if repository is None:
            return match["text"]
        return f"[{match['text']}]({urljoin(repository.rstrip('/') + '/', 'blob/HEAD/' + path)})"

    return LINK.sub(link, text)


def pages(items):
    for item in items:
        if chapter := item.get("Chapter") if isinstance(item, dict) else None:
            yield chapter
            yield from pages(chapter["sub_items"])


if sys.argv[1:2] == ["supports"]:
    sys.exit(0)
context, book = json.load(sys.stdin)
address = repository()
for chapter in pages(book["items"]):
    if chapter["path"]:
        chapter["content"] = rewritten(chapter["content"], chapter["path"], address)
json.dump(book, sys.stdout)
