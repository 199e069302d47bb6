// The installed package in a worker at the edge: a compiled module, and nothing else.
import { Engine } from "tollgate/engine";
import bytes from "tollgate/tollgate.wasm";

export async function answer() {
  const engine = await Engine.from(new WebAssembly.Module(bytes));
  const policy = engine.compile("tiers free < pro\nfeatures a, b\nb requires pro\na requires nothing\n");
  return ["a", "b"].map((name) => policy.check(name, {}, { at: 0 }).outcome).join(" ");
}
