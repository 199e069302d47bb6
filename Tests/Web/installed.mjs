// The installed package as an app in Node uses it; `.ci/npm` runs it in the app's folder.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Engine, TollgateError, compile, engine, load } from "tollgate";
import { RuntimeEngine } from "tollgate/engine";

const require = createRequire(import.meta.url);
const policy = await compile("tiers free < pro\nfeature csv\nmeter bills\ncsv requires pro\n"
  + "bills > 5 requires pro\n");
assert.equal(policy.check("csv").outcome, "denied");
assert.equal(policy.prepare({ usage: { bills: 4 } }).isAllowed("bills"), true);
assert.equal(policy.table().rows.length, 2);

const loaded = await load(policy.compiled);
assert.equal(loaded.prepare({ grants: [{ entitlement: "pro" }] }).isAllowed("csv"), true);
assert.equal("check" in loaded, false);
assert.equal((await load(Buffer.from(policy.compiled, "base64"))).fingerprint, policy.fingerprint);

// The addresses of the modules, for whoever reads them in another way.
const bytes = readFileSync(require.resolve("tollgate/tollgate.wasm"));
assert.equal((await Engine.from(bytes)).compile("feature a").targets[0], "a");
const small = readFileSync(require.resolve("tollgate/tollgate-runtime.wasm"));
await assert.rejects(Engine.from(small), (error) =>
  error instanceof TollgateError && /use RuntimeEngine/.test(error.message));
assert.equal((await RuntimeEngine.from(small)).load(policy.compiled).name, "");
assert.equal(await engine(), await engine());
assert.match(require("tollgate/package.json").version, /^\d+\.\d+\.\d+$/);
