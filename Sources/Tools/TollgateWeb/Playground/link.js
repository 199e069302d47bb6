// Links that carry a policy: the text, the one that one began with, and the person; compressed as
// gzip is, whose checksum tells a link of which a part is missing.

const fromBase64 = (link) => Uint8Array.from(
  atob(link.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));

function toBase64(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function through(bytes, stream) {
  const out = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(out).arrayBuffer());
}

const strict = (bytes) => new TextDecoder("utf-8", { fatal: true }).decode(bytes);

/** What comes after `#` in an address that carries a work. */
async function linkOf(work) {
  const bytes = new TextEncoder().encode(JSON.stringify(work));
  return `p=${toBase64(await through(bytes, new CompressionStream("gzip")))}`;
}

/** The work of a link: null where there is none, and `{broken: true}` where a part is missing. */
async function workOf(hash) {
  const link = new URLSearchParams(hash.replace(/^#/, ""));
  try {
    if (link.has("p")) {
      const bytes = await through(fromBase64(link.get("p")), new DecompressionStream("gzip"));
      const work = JSON.parse(strict(bytes));
      return typeof work?.text === "string" ? work : { broken: true };
    }
    // A link of before has the text alone, and nothing that tells whether it is whole.
    if (link.has("policy")) return { text: strict(fromBase64(link.get("policy"))), isUnchecked: true };
  } catch {
    return { broken: true };
  }
  return hash.length > 1 ? { broken: true } : null;
}
