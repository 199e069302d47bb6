/** A module as a worker at the edge imports it. A bundler may give its address in place of it. */
declare const module: WebAssembly.Module;
export default module;
