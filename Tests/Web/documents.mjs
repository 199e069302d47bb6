// The types of the documents, from the schemas that the command prints: `node documents.mjs TOLLGATE`
// checks `documents.d.ts`, and writes it with `--write`.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const [command, mode] = process.argv.slice(2);
const file = new URL("../../Sources/Tools/TollgateWeb/JavaScript/documents.d.ts", import.meta.url);
const documents = {
  snapshot: "Snapshot", decision: "DecisionDocument", access: "AccessDocument", table: "PlanTable",
  paywall: "Paywall", describe: "Description", lint: "Findings",
};
/** The parts that have a name of their own, wherever the same shape stands. */
const names = {
  "Snapshot.grants": "Grant", "Snapshot.usage": "Usage", "Usage.total": "Counter",
  "DecisionDocument.quota": "Quota", "DecisionDocument.blockers": "Blocker",
  "Quota.beyond": "Beyond", "Blocker.charge": "Charge",
  "DecisionDocument.waysIn": "WayIn", "WayIn.missing": "MissingData", "WayIn.prices": "Price",
  "DecisionDocument.uses": "TakenAmount", "PaywallProduct.takes": "Taking",
  "DecisionDocument.outcome": "Outcome", "DecisionDocument.reason": "Reason",
  "DecisionDocument.value": "SettingValue", "DecisionDocument.reminder": "Reminder",
  "DecisionDocument.prompt": "Prompt", "PlanTable.columns": "Plan", "PlanTable.rows": "PlanRow",
  "PlanRow.cells": "PlanCell", "PlanCell.limits": "PlanLimit", "PlanCell.perhaps": "Perhaps",
  "PlanCell.value": "Amount", "Plan.products": "Listing", "Paywall.products": "PaywallProduct",
  "Listing.introductory": "IntroductoryPrice",
  "Description.sections": "DescriptionSection", "Findings.diagnostics": "Finding",
  "Finding.edits": "Edit",
};
const declared = new Map();
const known = new Map();
const note = (text, indent) => (text ? `${indent}/** ${text} */\n` : "");

/** A schema without what is said of it: two of the same shape are one type. */
const shape = (schema) => JSON.stringify(schema, (key, value) =>
  ["$schema", "$id", "$defs", "title"].includes(key) && typeof value !== "object"
    || key === "$defs" || (key === "description" && typeof value === "string") ? undefined : value);

/** The type of a schema; `path` says where it is, and `isGiven` whether a caller writes it. */
function type(schema, path, isGiven, indent) {
  const name = names[path];
  const isNamed = schema.enum || schema.properties || schema.anyOf?.length > 2;
  const key = isNamed && `${isGiven}${shape(schema)}`;
  if (known.has(key)) return known.get(key);
  if (!isNamed || !name || declared.has(name)) return unnamed(schema, path, isGiven, indent);
  known.set(key, name);
  declared.set(name, "");
  const own = unnamed(schema, name, isGiven, "");
  declared.set(name, note(schema.description, "")
    + (schema.properties ? `export interface ${name} ${own}\n` : `export type ${name} =\n  | ${
      own.replaceAll(schema.enum ? " | " : /(?<=^\}) \| /gm, "\n  | ")};\n`));
  return name;
}

function unnamed(schema, path, isGiven, indent) {
  if (schema.anyOf) {
    return [...new Set(schema.anyOf.map((each) => type(each, path, isGiven, indent)))].join(" | ");
  }
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(" | ");
  switch (schema.type) {
    case "array": {
      const item = type(schema.items, path, isGiven, indent);
      return /[|{ ]/.test(item) ? `(${item})[]` : `${item}[]`;
    }
    case "object": return object(schema, path, isGiven, indent);
    // A Date is written as the instant that it is.
    case "string": return isGiven && schema.pattern?.startsWith("^\\d{4}") ? "string | Date" : "string";
    case "integer": case "number": return "number";
    case "boolean": case "null": return schema.type;
    default: throw new Error(`${path}: ${JSON.stringify(schema).slice(0, 200)}`);
  }
}

function object(schema, path, isGiven, indent) {
  const others = [schema.additionalProperties, ...Object.values(schema.patternProperties ?? {})]
    .filter((each) => each && typeof each === "object");
  const rest = () =>
    others.map((each) => type(each, schema.properties ? `${path}.*` : path, isGiven, indent)).join(" | ");
  if (!schema.properties) return `{ [name: string]: ${rest()} }`;
  const inside = `${indent}  `;
  const members = Object.entries(schema.properties).map(([key, value]) => {
    // `schema` is added where a caller leaves it out.
    const isNeeded = schema.required?.includes(key) && !(isGiven && key === "schema");
    return `${note(value.description, inside)}${inside}${key}${isNeeded ? "" : "?"}: ${
      type(value, `${path}.${key}`, isGiven, inside)};\n`;
  });
  if (others.length) members.push(`${inside}[name: string]: ${rest()} | undefined;\n`);
  return `{\n${members.join("")}${indent}}`;
}

/** Puts the definitions of a schema where they are referred to. */
function resolve(schema, defs) {
  if (Array.isArray(schema)) return schema.map((each) => resolve(each, defs));
  if (typeof schema !== "object" || schema === null) return schema;
  if (schema.$ref) return resolve(defs[schema.$ref.split("/").at(-1)], defs);
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, resolve(value, defs)]));
}

for (const [document, name] of Object.entries(documents)) {
  const schema = JSON.parse(execFileSync(command, ["schema", document], { encoding: "utf8" }));
  names[name] = name;
  // What was set aside by a comment is told by the command alone.
  if (document === "lint") delete schema.properties.suppressed;
  type({ ...resolve(schema, schema.$defs ?? {}), description: schema.title }, name,
    document === "snapshot", "");
}
const text = "// Made by `node Tests/Web/documents.mjs`, from the schemas that `tollgate schema` prints.\n\n"
  + [...declared.values()].join("\n");
if (mode === "--write") writeFileSync(file, text);
else if (readFileSync(file, "utf8") !== text) {
  console.error("documents: FAILED: documents.d.ts is not what the schemas say; write it with"
    + " `node Tests/Web/documents.mjs .build/debug/tollgate --write`");
  process.exit(1);
}
console.log(`documents: ${declared.size} types are those of ${Object.keys(documents).length} schemas`);
