"""Compares the colours of the TextMate grammar with the semantic tokens of `tollgate lsp`: on every
policy of Policies, and on every policy of the language suite that compiles.

    pip install textmate-grammar-python==0.6.1
    TOLLGATE=.build/debug/tollgate python3 Tests/EditorTests/gate_colours.py

A name may have the colour of a name only, a word of the language that of a word only. Some pages of
the suite have names that are words of the language elsewhere (`feature each`); a grammar without a
parser cannot know them, so in the suite they are counted apart. Anywhere else a difference fails.
"""

import json
import logging
import pathlib
import re
import sys

from lsp_client import Server
from textmate_grammar.parsers.base import LanguageParser

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
GRAMMAR = ROOT / "Examples" / "Editors" / "gate.tmLanguage.json"

# The classes of colours, by the beginning of a scope and by the type of a token.
SCOPES = {
    "comment": "comment", "string": "text", "constant.numeric": "number",
    "keyword.operator": "sign", "keyword": "word", "support": "word", "variable": "name",
}
TYPES = {"comment": "comment", "string": "text", "number": "number", "operator": "sign", "keyword": "word"}


def policies():
    """The texts, each with a name for messages."""
    for path in sorted(ROOT.glob("Policies/**/*.gate")):
        yield str(path.relative_to(ROOT)), path.read_text()
    for page in sorted(ROOT.glob("Tests/LanguageSuite/*.md")):
        blocks = re.findall(r"^```(\S*)[^\n]*\n(.*?)^```", page.read_text(), re.M | re.S)
        for number, (kind, text) in enumerate(blocks):
            following = blocks[number + 1][0] if number + 1 < len(blocks) else ""
            # A policy with mistakes has words that are neither.
            if kind == "gate" and following != "diagnostics":
                yield f"{page.relative_to(ROOT)}, block {number + 1}", text


def by_grammar(parser, text):
    """The class of each character, by line and column."""
    classes = {}
    element = parser.parse_string(text)
    for (line, column), piece, scopes in element.flatten() if element else []:
        scope = next((one for one in reversed(scopes) if one != "source.gate"), "")
        name = next((SCOPES[start] for start in SCOPES if scope.startswith(start)), None)
        for offset in range(len(piece)):
            classes[line, column + offset] = name
    return classes


def by_tokens(server, legend, uri, text):
    document = server.open(uri, text)
    data = server.request("textDocument/semanticTokens/full", **document)["data"]
    line = column = 0
    for index in range(0, len(data), 5):
        down, right, length, kind, _ = data[index : index + 5]
        line, column = line + down, right if down else column + right
        yield line, column, length, TYPES.get(legend[kind], "name")


def main():
    logging.disable(logging.CRITICAL)
    parser = LanguageParser(json.loads(GRAMMAR.read_text()))
    server = Server(general={"positionEncodings": ["utf-16"]})
    legend = [
        "keyword", "comment", "string", "number", "operator", "class", "struct", "variable",
        "function", "namespace", "property", "parameter", "event", "enumMember",
    ]
    total = wrong = apart = 0
    for number, (name, text) in enumerate(policies()):
        # A character beyond U+FFFF has two units there and one here.
        lines = [line.encode("utf-16-le") for line in text.split("\n")]
        classes = by_grammar(parser, text)
        for line, column, length, expected in by_tokens(server, legend, f"untitled:{number}", text):
            start = len(lines[line][: column * 2].decode("utf-16-le"))
            piece = lines[line][column * 2 : (column + length) * 2].decode("utf-16-le")
            found = {classes.get((line, start + offset)) for offset in range(len(piece.rstrip()))}
            total += 1
            if found != {expected}:
                if expected == "name" and found == {"word"} and name.startswith("Tests"):
                    apart += 1
                    continue
                wrong += 1
                if wrong <= 40:
                    shown = ", ".join(sorted(str(one) for one in found))
                    print(f"{name}:{line + 1}: `{piece}` is a {expected}, and coloured as {shown}")
    print(f"{total} tokens, {wrong} differences, {apart} words of the language that are names")
    server.end()
    sys.exit(1 if wrong or not total else 0)


main()
