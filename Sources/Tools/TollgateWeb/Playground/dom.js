// Elements: made, and brought up to date in place, so that whoever types in a field keeps it.

const $ = (id) => document.getElementById(id);

function make(tag, given = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined || value === null) continue;
    if (key in element && key !== "list") element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((each) => each !== null && each !== undefined));
  return element;
}

const handlers = ["onclick", "onchange", "oninput", "onkeydown", "onmousedown", "onblur"];

/** Whether an element stands for the same thing as another. */
const isSame = (one, other) => one.nodeType === other.nodeType && one.nodeName === other.nodeName
  && (one.id ?? "") === (other.id ?? "") && (one.type ?? "") === (other.type ?? "");

/** Makes `old` as `fresh` is. What a person types stays as they typed it. */
function patch(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const name of handlers) old[name] = fresh[name];
  patchChildren(old, fresh);
  if (old !== document.activeElement || old.tagName === "SELECT") {
    for (const name of ["value", "checked", "selected"]) {
      if (name in fresh && old[name] !== fresh[name]) old[name] = fresh[name];
    }
  } else if (old.type === "checkbox" || old.type === "range") {
    if (old.checked !== fresh.checked) old.checked = fresh.checked;
  }
}

function patchChildren(old, fresh) {
  const named = new Map([...old.children].filter((each) => each.id).map((each) => [each.id, each]));
  let place = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    const known = wanted.id ? named.get(wanted.id) : place && !place.id ? place : null;
    if (known && isSame(known, wanted)) {
      patch(known, wanted);
      if (known === place) place = place.nextSibling;
      else old.insertBefore(known, place);
    } else {
      old.insertBefore(wanted, place);
    }
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}
