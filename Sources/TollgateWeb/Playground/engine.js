"use strict";
// The module of WebAssembly: requests and answers are JSON. Nothing leaves the browser.

class EngineError extends Error {
  /** @param {{code: string, message: string, path?: string}} fault */
  constructor(fault) {
    super(fault.message);
    this.code = fault.code;
    this.path = fault.path || "";
  }
}

class Engine {
  /** Reads the module from beside the page; a page opened from a disk has it as a script. */
  static async load() {
    const engine = new Engine();
    engine.module = await Engine.read();
    await engine.start();
    return engine;
  }

  static async read() {
    if (location.protocol !== "file:") {
      const response = await fetch("tollgate.wasm");
      if (!response.ok) throw new Error(`tollgate.wasm: ${response.status}`);
      return WebAssembly.compile(await response.arrayBuffer());
    }
    await new Promise((done, fail) => {
      const script = document.createElement("script");
      script.src = "tollgate.wasm.js";
      script.onload = done;
      script.onerror = () => fail(new Error("tollgate.wasm.js is missing"));
      document.head.append(script);
    });
    const text = atob(window.tollgateModule);
    const bytes = new Uint8Array(text.length);
    for (let place = 0; place < text.length; place++) bytes[place] = text.charCodeAt(place);
    return WebAssembly.compile(bytes);
  }

  async start() {
    const instance = await WebAssembly.instantiate(this.module, {});
    this.exports = instance.exports;
    // What an instance kept is gone with it.
    this.generation = (this.generation || 0) + 1;
  }

  /** Asks, and gives the answer. An error of the request is thrown; after a trap a new instance is made. */
  ask(name, request) {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const { memory, tollgate_allocate: allocate, tollgate_free: free } = this.exports;
    let answer;
    try {
      const place = allocate(Math.max(1, bytes.length)) >>> 0;
      if (!place) throw new EngineError({ code: "memory", message: "there is no more memory" });
      new Uint8Array(memory.buffer).set(bytes, place);
      const result = this.exports["tollgate_" + name](place, bytes.length) >>> 0;
      free(place);
      if (!result) throw new EngineError({ code: "memory", message: "there is no more memory" });
      const length = new DataView(memory.buffer).getUint32(result, true);
      answer = new TextDecoder().decode(new Uint8Array(memory.buffer, result + 4, length));
      free(result);
    } catch (error) {
      if (error instanceof EngineError) throw error;
      // A trap: nothing of this instance is used again.
      this.exports = new WebAssembly.Instance(this.module, {}).exports;
      this.generation += 1;
      throw new EngineError({ code: "trap", message: `the engine stopped in \`${name}\` (${error.message})` });
    }
    const value = JSON.parse(answer);
    if (value.error) throw new EngineError(value.error);
    return value;
  }
}
