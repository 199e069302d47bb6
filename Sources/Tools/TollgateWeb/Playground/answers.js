// What the page asks of the engine. It runs in a worker, so that no text, however large, stops the
// page; `.ci/playground` puts it into one script with the engine's.

/** The engine, and the last policy that had no mistake. */
function makeAnswers(engine) {
  let read = null;
  let policy = null;
  let policyText = null;
  /** What the person of the last answer may do, and what was asked for it. */
  let known = {};

  /** Compiles a text, unless it is the one that was compiled last; the line that is being typed is
      told what it lacks. */
  function compile(text, typing) {
    const place = JSON.stringify(typing);
    if (read?.text === text && (read.isSound || read.place === place)) return read;
    const answer = engine.call("compile", { text, ...typing });
    read = { text, place, diagnostics: answer.diagnostics, isSound: answer.policy !== null };
    if (read.isSound) {
      policy?.release();
      policy = new Policy(engine, answer);
      policyText = text;
    }
    return read;
  }

  /** An answer, or why there is none; a page shows the rest. */
  function trying(view, body) {
    try {
      return body();
    } catch (error) {
      if (!(error instanceof TollgateError)) throw error;
      view.errors.push({ code: error.code, message: error.message, path: error.path });
      // A new instance knows nothing of what was compiled.
      if (error.code === "trap") {
        read = policy = null;
        known = {};
      }
      return null;
    }
  }

  /** The instants at which time alone changes something, from the chosen day on. */
  function findSteps(snapshot, base, decide) {
    const steps = [base];
    while (steps.length < 40) {
      const at = steps.at(-1);
      const next = decide(at).targets.map((decision) => decision.validUntil).filter(Boolean)
        .map((until) => Date.parse(until)).filter((until) => until > at);
      if (!next.length) break;
      steps.push(Math.min(...next));
    }
    return steps;
  }

  /** What a person may do, by the last policy without a mistake; a text with mistakes changes nothing
      of it. */
  function personOf({ text, typing, began, ...request }) {
    const key = JSON.stringify([policyText, request]);
    if (known.key === key) return known.view;
    const view = { errors: [], picture: request.picture };
    person(view, request);
    known = { key, view };
    return view;
  }

  function person(view, { snapshot, base, step, locale, target, tab }) {
    const decide = (at) => policy.access(snapshot, { at, locale });
    view.outline = engine.call("outline", { policy: policy.number, locale });
    view.name = policy.name;
    view.steps = trying(view, () => findSteps(snapshot, base, decide)) ?? [base];
    view.step = Math.min(step, view.steps.length - 1);
    const at = view.now = view.steps[view.step];
    view.decisions = trying(view, () => decide(at).targets);
    view.figures = trying(view, () => engine.call("figures", {
      policy: policy.number, snapshot: { schema: 1, ...snapshot }, at: new Date(at), locale,
    }).figures) ?? [];
    if (target && policy.targets.includes(target)) {
      view.told = trying(view, () => policy.explain(target, snapshot, { at, locale }));
    }
    const contents = {
      plans: () => policy.table({ at, locale }),
      words: () => policy.describe({ locale }),
      picture: () => {
        const names = policy.targets;
        const picture = names.includes(view.picture) ? view.picture : names.length > 12 ? names[0] : "";
        return {
          picture, svg: policy.graph({ target: picture || undefined, snapshot, at, locale }),
        };
      },
    };
    if (contents[tab]) view.content = { tab, value: trying(view, contents[tab]) };
  }

  return {
    /** All that the page shows of a text and a person, but for what takes longer than a keystroke. */
    look(request) {
      const { text, typing } = request;
      const view = { text, errors: [] };
      const compiled = trying(view, () => compile(text, typing));
      view.diagnostics = compiled?.diagnostics ?? [];
      view.isSound = compiled?.isSound ?? false;
      view.colours = trying(view, () => engine.call("colour", { text }));
      if (policy) {
        const { errors, ...part } = personOf(request);
        Object.assign(view, part);
        view.errors.push(...errors);
      }
      view.isOld = policy !== null && policyText !== text;
      return view;
    },
    findings: ({ text, base }) => engine.call("lint", { text, at: new Date(base) }),
    tested: ({ text }) => engine.call("test", { text }),
    difference: ({ text, began, base, locale }) => (text === began ? null
      : engine.call("diff", { old: began, new: text, at: new Date(base), locale })),
    complete: ({ text, line, character }) => engine.call("complete", { text, line, character }),
    format: ({ text }) => engine.call("format", { text }),
    suggest: ({ text }) => engine.call("test", { text, suggest: true }),
  };
}

/** The module: as it is, or from its address, compiled while it arrives. `tell` hears how much of it is
    there, from 0 to 1. */
async function moduleOf({ module, address, size }, tell) {
  if (!address) return module instanceof WebAssembly.Module ? module : WebAssembly.compile(module);
  const response = await fetch(address).catch((error) => {
    throw new TollgateError("missing", `${address} cannot be read: ${error.message}`);
  });
  if (!response.ok) throw new TollgateError("missing", `${address} cannot be read: ${response.status}`);
  let read = 0;
  const counted = response.body.pipeThrough(new TransformStream({
    transform(piece, controller) {
      read += piece.byteLength;
      tell(Math.min(read / size, 0.99));
      controller.enqueue(piece);
    },
  }));
  const headers = { "Content-Type": "application/wasm" };
  return WebAssembly.compileStreaming(new Response(counted, { headers })).catch((error) => {
    throw new TollgateError("missing", `${address} is no module: ${error.message}`);
  });
}

/** Answers the messages of the page; the first one says where the module is, and gets it back. */
function answerMessages(scope) {
  let answers = null;
  scope.onmessage = async ({ data }) => {
    try {
      if (data.source) {
        const module = await moduleOf(data.source, (loaded) => scope.postMessage({ loaded }));
        answers = makeAnswers(await Engine.from(module));
        return scope.postMessage({ id: data.id, answer: { module } });
      }
      scope.postMessage({ id: data.id, answer: answers[data.name](data.request) });
    } catch (error) {
      const { code = "trap", message } = error;
      scope.postMessage({ id: data.id, error: { code, message } });
    }
  };
}
