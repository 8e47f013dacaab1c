#!/usr/bin/env python3
"""Copies the docstrings of the installed module into its stubs, from which editors show them."""

import ast
import inspect
from pathlib import Path

from nqdb import _nqdb

STUB = Path(__file__).resolve().parents[1] / "python/nqdb/_nqdb.pyi"


def documented(stub):
    """The text of the stubs with the docstrings of the module."""
    lines = stub.splitlines()
    # From the last one up, so that the others keep their line numbers.
    for node, text in reversed(list(docstrings(ast.parse(stub).body, _nqdb))):
        first = node.body[0]
        if ast.get_docstring(node) is not None:
            at = first.lineno - 1
            del lines[at : first.end_lineno]
        elif isinstance(node, ast.ClassDef):
            at = min(line.lineno for line in [first, *getattr(first, "decorator_list", [])]) - 1
        else:
            at = first.lineno
            lines[at - 1] = lines[at - 1].removesuffix(" ...")
        indent = " " * (node.col_offset + 4)
        quoted = f'"""{text}\n"""' if "\n" in text else f'"""{text}"""'
        lines[at:at] = [(indent + line).rstrip() for line in quoted.splitlines()]
    return "\n".join(lines) + "\n"


def docstrings(body, owner):
    """Each definition that the module documents, with its docstring; of overloads the first."""
    done = set()
    for node in body:
        name = getattr(node, "name", "__")
        member = getattr(owner, name, None)
        if name.startswith("__") or name in done or not getattr(member, "__doc__", None):
            continue
        done.add(name)
        yield node, inspect.cleandoc(member.__doc__)
        if isinstance(node, ast.ClassDef):
            yield from docstrings(node.body, member)


if __name__ == "__main__":
    STUB.write_text(documented(STUB.read_text(encoding="utf-8")), encoding="utf-8")
