"""Tollgate in Python: the same engine as in Swift, as WebAssembly. It needs `pip install wasmtime`."""

import json

from wasmtime import Engine, Instance, Module, Store


class TollgateError(Exception):
    """What is wrong with a request; `code` is a word for programs."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class Tollgate:
    """A module that runs: `Tollgate("tollgate.wasm").call("check", {…})`."""

    def __init__(self, path):
        engine = Engine()
        self.store = Store(engine)
        self.exports = Instance(self.store, Module.from_file(engine, path), []).exports(self.store)
        self.memory = self.exports["memory"]

    def call(self, name, request):
        """One call with JSON in and JSON out; the documentation has a table of the functions."""
        return json.loads(self.call_bytes(name, json.dumps(request).encode()))

    def call_bytes(self, name, request):
        """The same in bytes. A trap is wasmtime's error: make another Tollgate then."""
        place = self.exports["tollgate_allocate"](self.store, len(request))
        self.memory.write(self.store, request, place)
        result = self.exports["tollgate_" + name](self.store, place, len(request))
        self.exports["tollgate_free"](self.store, place)
        length = int.from_bytes(self.memory.read(self.store, result, result + 4), "little")
        answer = bytes(self.memory.read(self.store, result + 4, result + 4 + length))
        self.exports["tollgate_free"](self.store, result)
        if answer.startswith(b'{"error"'):
            error = json.loads(answer)["error"]
            raise TollgateError(error["code"], error["message"])
        return answer
