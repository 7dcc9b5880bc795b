// Texts and elements: data enters the page only through `make` and `visible`.
const byID = (id) => document.getElementById(id);

// The characters that the terminal report makes visible, too.
const dangerous = new RegExp('[\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f' +
  '\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}]', 'gu');
// Joiners of emoji and flags spelled with tags are kept.
const emoji = new RegExp('(?<=[\\p{Emoji}--[\\0-\\xff]]\\ufe0f?[\\u{1f3fb}-\\u{1f3ff}]?)\\u200d(?=[\\p{Emoji}--[\\0-\\xff]])'
  + '|(?<=\\u{1f3f4})[\\u{e0030}-\\u{e007a}]{3,5}\\u{e007f}', 'gv');
function visible(value) {
  const text = String(value);
  const escape = (piece) => piece.replace(dangerous, (mark) => '\\u{' + mark.codePointAt(0).toString(16) + '}');
  if (!text.includes('\u200d') && !text.includes('\u{1f3f4}')) return escape(text);
  let shown = '', end = 0;
  for (const match of text.matchAll(emoji)) {
    shown += escape(text.slice(end, match.index)) + match[0];
    end = match.index + match[0].length;
  }
  return shown + escape(text.slice(end));
}

// Truncates a long name in the middle, because names differ at both ends.
function cut(text, length) {
  const shown = visible(text);
  if (shown.length <= length) return shown;
  const half = Math.floor((length - 1) / 2);
  return shown.slice(0, half) + '…' + shown.slice(-half);
}

// An element with classes, attributes and children; a string becomes text, never markup.
function make(tag, classes, children, attributes) {
  return fill(document.createElement(tag), classes, children, attributes);
}
const drawing = document.querySelector('svg').namespaceURI;
function shape(tag, classes, attributes, children) {
  return fill(document.createElementNS(drawing, tag), classes, children, attributes);
}
function fill(element, classes, children, attributes) {
  if (classes) element.setAttribute('class', classes);
  for (const child of [].concat(children ?? [])) {
    if (child === null || child === undefined) continue;
    element.append(child instanceof Node ? child : visible(child));
  }
  for (const [name, value] of Object.entries(attributes ?? {})) element.setAttribute(name, value);
  return element;
}

// Text between backticks at word boundaries is code; names may contain backticks themselves.
function prose(text) {
  const parts = [], code = /(?<![^\s(“"])`([^`]+)`(?![^\s).,;:?!”"])/g;
  let end = 0;
  for (const match of text.matchAll(code)) {
    parts.push(text.slice(end, match.index), make('code', '', match[1]));
    end = match.index + match[0].length;
  }
  return [...parts, text.slice(end)].filter((part) => part !== '');
}

// Interactions appear in chains as gestures, whatever started them.
const GESTURES = new Set(['tap', 'type', 'scroll', 'swipe', 'drag', 'pinch', 'press', 'long', 'rotate', 'gesture']);
function kindWord(kind, name) {
  const [first] = name.toLowerCase().split(/[^a-z]/);
  return kind === 'gesture' && !GESTURES.has(first) ? 'interaction' : kind;
}

const say = (text) => { byID('live').textContent = visible(text); };

// The words of a search: rows, items and frames must contain each of them.
const searchWords = (query) => query.toLowerCase().split(/\s+/).filter(Boolean);

const sum = (list, key) => list.reduce((total, one) => total + one[key], 0);
const grouped = (number) => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
const plural = (count, noun) => grouped(count) + ' ' + noun + (count === 1 ? '' : 's');
const milliseconds = (ns) => ns < 1e10 ? (ns / 1e6).toFixed(2) + ' ms' : (ns / 1e9).toFixed(2) + ' s';
// A time or a duration in readable units.
const moment = (ns) => ns < 1e9 ? milliseconds(ns) : (ns / 1e9).toFixed(3) + ' s';

const roughly = (ns) => ns < 1e9 ? (ns / 1e6).toFixed(1) + ' ms' : (ns / 1e9).toFixed(1) + ' s';

// A time with the digits that a step of `step` needs.
function clock(ns, step) {
  const isShort = step < 1e6;
  const unit = isShort || ns < 1e9 && step < 1e8 ? [1e6, 'ms'] : [1e9, 's'];
  const digits = Math.max(0, Math.min(6, Math.ceil(-Math.log10(step / unit[0]) - 1e-9)));
  return (ns / unit[0]).toFixed(digits) + ' ' + unit[1];
}
