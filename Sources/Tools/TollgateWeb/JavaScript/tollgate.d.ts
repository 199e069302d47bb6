import type { Engine, LoadedPolicy, Policy, RuntimeEngine } from "./engine.js";

export * from "./engine.js";

/** The engine of a module beside this file, loaded once; by default, the whole one. */
export function engine(file?: "tollgate.wasm"): Promise<Engine>;
export function engine(file: "tollgate-runtime.wasm"): Promise<RuntimeEngine>;
/** Compiles the text of a policy, with the whole module. */
export function compile(text: string, name?: string): Promise<Policy>;
/** Reads a compiled policy, with the smaller module: it has `prepare`, and no `check`. */
export function load(compiled: string | BufferSource): Promise<LoadedPolicy>;
