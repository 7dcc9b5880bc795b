// Texts and elements: data enters the page only through `make` and `visible`.
/** @type {ByID} */
const byID = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

// The characters that the terminal report makes visible, too.
const dangerous = new RegExp('[\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f' +
  '\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}]', 'gu');
// Joiners of emoji and flags spelled with tags are kept.
const emoji = new RegExp('(?<=[\\p{Emoji}--[\\0-\\xff]]\\ufe0f?[\\u{1f3fb}-\\u{1f3ff}]?)\\u200d(?=[\\p{Emoji}--[\\0-\\xff]])'
  + '|(?<=\\u{1f3f4})[\\u{e0030}-\\u{e007a}]{3,5}\\u{e007f}', 'gv');
/** @type {(value: unknown) => string} */
function visible(value) {
  const text = String(value);
  /** @type {(piece: string) => string} */
  const escape = (piece) => piece.replace(dangerous, (mark) => '\\u{' + mark.codePointAt(0)?.toString(16) + '}');
  if (!text.includes('\u200d') && !text.includes('\u{1f3f4}')) return escape(text);
  let shown = '', end = 0;
  for (const match of text.matchAll(emoji)) {
    const at = match.index ?? 0;
    shown += escape(text.slice(end, at)) + match[0];
    end = at + match[0].length;
  }
  return shown + escape(text.slice(end));
}

// Truncates a long name in the middle, because names differ at both ends.
/** @type {(text: unknown, length: number) => string} */
function cut(text, length) {
  const shown = visible(text);
  if (shown.length <= length) return shown;
  const half = Math.floor((length - 1) / 2);
  return shown.slice(0, half) + '…' + shown.slice(-half);
}

/** @type {(event: Event) => HTMLElement} */
const targetOf = (event) => /** @type {HTMLElement} */ (event.target);
/** @type {(box: Element, selector: string, options?: FocusOptions) => void} */
const focusIn = (box, selector, options) => /** @type {HTMLElement | null} */ (box.querySelector(selector))?.focus(options);
/** @type {(canvas: HTMLCanvasElement, options?: CanvasRenderingContext2DSettings) => CanvasRenderingContext2D} */
const penOf = (canvas, options) => /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', options));
// An element with classes, attributes and children; a string becomes text, never markup.
/** @type {<T extends keyof HTMLElementTagNameMap>(tag: T, classes?: string, children?: Children, attributes?: Attributes) => HTMLElementTagNameMap[T]} */
function make(tag, classes = '', children = [], attributes = {}) {
  return fill(document.createElement(tag), classes, children, attributes);
}
const drawing = document.querySelector('svg')?.namespaceURI ?? null;
/** @type {(tag: string, classes: string, attributes?: Attributes, children?: Children) => SVGElement} */
function shape(tag, classes, attributes = {}, children = []) {
  return fill(/** @type {SVGElement} */ (document.createElementNS(drawing, tag)), classes, children, attributes);
}
/** @type {<E extends Element>(element: E, classes: string, children: Children, attributes: Attributes) => E} */
function fill(element, classes, children, attributes) {
  if (classes) element.setAttribute('class', classes);
  for (const child of Array.isArray(children) ? children : [children]) {
    if (child === null || child === undefined) continue;
    element.append(child instanceof Node ? child : visible(child));
  }
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

// Text between backticks at word boundaries is code; names may contain backticks themselves.
/** @type {(text: string) => Child[]} */
function prose(text) {
  const parts = [], code = /(?<![^\s(“"])`([^`]+)`(?![^\s).,;:?!”"])/g;
  let end = 0;
  for (const match of text.matchAll(code)) {
    const at = match.index ?? 0;
    parts.push(text.slice(end, at), make('code', '', match[1]));
    end = at + match[0].length;
  }
  return [...parts, text.slice(end)].filter((part) => part !== '');
}

// Interactions appear in chains as gestures, whatever started them.
const GESTURES = new Set(['tap', 'type', 'scroll', 'swipe', 'drag', 'pinch', 'press', 'long', 'rotate', 'gesture']);
/** @type {(kind: string, name: string) => string} */
function kindWord(kind, name) {
  const [first] = name.toLowerCase().split(/[^a-z]/);
  return kind === 'gesture' && !GESTURES.has(first) ? 'interaction' : kind;
}

/** @type {(text: string) => void} */
const say = (text) => { byID('live').textContent = visible(text); };

// The words of a search: rows, items and frames must contain each of them.
/** @type {(query: string) => string[]} */
const searchWords = (query) => query.toLowerCase().split(/\s+/).filter(Boolean);

/** @type {<K extends string>(list: { [key in K]: number }[], key: K) => number} */
const sum = (list, key) => list.reduce((total, one) => total + one[key], 0);
/** @type {(number: number | string) => string} */
const grouped = (number) => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
/** @type {(count: number, noun: string) => string} */
const plural = (count, noun) => grouped(count) + ' ' + noun + (count === 1 ? '' : 's');
/** @type {(ns: number) => string} */
const milliseconds = (ns) => ns < 1e10 ? (ns / 1e6).toFixed(2) + ' ms' : (ns / 1e9).toFixed(2) + ' s';
// A time or a duration in readable units.
/** @type {(ns: number) => string} */
const moment = (ns) => ns < 1e9 ? milliseconds(ns) : (ns / 1e9).toFixed(3) + ' s';

/** @type {(ns: number) => string} */
const roughly = (ns) => ns < 1e9 ? (ns / 1e6).toFixed(1) + ' ms' : (ns / 1e9).toFixed(1) + ' s';

// A time with the digits that a step of `step` needs.
/** @type {(ns: number, step: number) => string} */
function clock(ns, step) {
  const isShort = step < 1e6;
  const [size, unit] = isShort || ns < 1e9 && step < 1e8 ? [1e6, 'ms'] : [1e9, 's'];
  const digits = Math.max(0, Math.min(6, Math.ceil(-Math.log10(step / size) - 1e-9)));
  return (ns / size).toFixed(digits) + ' ' + unit;
}
