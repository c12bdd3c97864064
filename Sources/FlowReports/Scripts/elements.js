'use strict';

// Every element of the page is made here. What a log says comes in as text alone, and is never read as markup.

/** An element with attributes, listeners under `on`, and children; a child that is a string becomes text. */
function element(name, attributes = {}, ...children) {
  return completed(document.createElement(name), attributes, children);
}

/** The same for an element of a picture (SVG). */
function drawn(name, attributes = {}, ...children) {
  return completed(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
}

function completed(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'on') {
      for (const [type, listener] of Object.entries(value)) made.addEventListener(type, listener);
    } else if (value === true) {
      made.setAttribute(key, '');
    } else if (value !== false && value !== null && value !== undefined) {
      made.setAttribute(key, value);
    }
  }
  appendTo(made, children);
  return made;
}

/** Appends one after the other: a call cannot have as many arguments as a long list has elements. */
function appendTo(parent, children) {
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== '') parent.append(child);
  }
}

function byId(id) {
  return document.getElementById(id);
}

/** Gives an element other children. */
function fill(parent, ...children) {
  parent.replaceChildren();
  appendTo(parent, children);
}

/** A line of a list of facts: its name, and each value that is neither missing nor empty; null where no value is left. */
function fact(name, ...values) {
  const shown = values.flat().filter((value) => value !== null && value !== undefined && value !== '');
  return shown.length === 0
    ? null
    : element('div', {}, element('dt', {}, name), shown.map((value) => element('dd', {}, value)));
}

let saying = 0;

/** Lets a screen reader say something, once the person has stopped moving on. */
function say(text) {
  clearTimeout(saying);
  saying = setTimeout(() => { byId('said').textContent = text; }, 250);
}
