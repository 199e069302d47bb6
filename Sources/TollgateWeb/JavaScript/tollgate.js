// `import { compile } from "./tollgate.js"`: the engine beside this file, loaded once.
import { Engine, Policy, PreparedSnapshot, TollgateError, outcomes, reasons } from "./engine.js";

export { Engine, Policy, PreparedSnapshot, TollgateError, outcomes, reasons };

const loaded = new Map();

/** The engine of a module beside this file; by default, the whole one of the two. */
export function engine(file = "tollgate.wasm") {
  if (!loaded.has(file)) {
    const reading = read(new URL(file, import.meta.url)).then((bytes) => Engine.from(bytes));
    // A file that was missing may be there the next time.
    reading.catch(() => loaded.delete(file));
    loaded.set(file, reading);
  }
  return loaded.get(file);
}

async function read(url) {
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return readFile(url);
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
  const text = typeof compiled === "string" ? compiled : base64(compiled);
  return (await engine("tollgate-runtime.wasm")).load(text);
}

function base64(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
