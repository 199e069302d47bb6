// `import { compile } from "tollgate"`: the engine of the modules beside this file, loaded once.
import { Engine, RuntimeEngine, TollgateError } from "./engine.js";

export * from "./engine.js";

// Addresses that a bundler sees, so that it takes the modules along.
const places = {
  "tollgate.wasm": () => new URL("./tollgate.wasm", import.meta.url),
  "tollgate-runtime.wasm": () => new URL("./tollgate-runtime.wasm", import.meta.url),
};
const loaded = new Map();

/** The engine of a module beside this file; by default, the whole one of the two. */
export function engine(file = "tollgate.wasm") {
  if (typeof file !== "string" || !Object.hasOwn(places, file)) {
    return Promise.reject(new TollgateError("request",
      `there is \`${Object.keys(places).join("` and `")}\`; for another module there is Engine.from`));
  }
  if (!loaded.has(file)) {
    const kind = file === "tollgate.wasm" ? Engine : RuntimeEngine;
    const reading = read(places[file]()).then((bytes) => kind.from(bytes));
    // A file that was missing may be there the next time.
    reading.catch(() => loaded.delete(file));
    loaded.set(file, reading);
  }
  return loaded.get(file);
}

async function read(url) {
  if (url.protocol === "file:") {
    // A name that no bundler for browsers looks for.
    const files = "node:fs/promises";
    const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ files);
    return readFile(url).catch((error) => {
      throw new TollgateError("missing", `${url.pathname} cannot be read: ${error.code}`);
    });
  }
  const response = await fetch(url);
  if (!response.ok) throw new TollgateError("missing", `${url} cannot be read: ${response.status}`);
  return response.arrayBuffer();
}

/** Compiles the text of a policy. */
export async function compile(text, name) {
  return (await engine()).compile(text, name);
}

/** Reads a compiled policy, in base64 or in bytes, with the smaller module. */
export async function load(compiled) {
  return (await engine("tollgate-runtime.wasm")).load(compiled);
}
