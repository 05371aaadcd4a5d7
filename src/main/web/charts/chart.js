// What all charts have in common: where data comes from, the frame around the drawing, and the table that says the same.
import { STYLE } from './style.js';

const SVG = 'http://www.w3.org/2000/svg';

/** An element in a namespace with attributes and children. Texts are text nodes, never markup. */
function create(namespace, tag, attributes, children) {
  const element = namespace ? document.createElementNS(namespace, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) {
      element.setAttribute(name, value);
    }
  }
  element.append(...children);
  return element;
}

export const html = (tag, attributes = {}, ...children) => create(null, tag, attributes, children);
export const svg = (tag, attributes = {}, ...children) => create(SVG, tag, attributes, children);

/** A participant as a reference of the API: an external ID of the entity type, or `{id}`, or `{externalId, entityType}`. */
export function participantRef(participant, entityType) {
  if (typeof participant === 'string') {
    return { external: { externalId: participant, entityType: entityType ?? 'ACCOUNT' } };
  }
  const { id, externalId, entityType: own } = participant;
  return id ? { id } : { external: { externalId, entityType: own ?? entityType ?? 'ACCOUNT' } };
}

let instances = 0;

/**
 * A chart in a shadow root. It reads its data from the service through the property `client` whenever an attribute changes, or
 * shows the property `data`. A subclass has `read(signal)`, which returns data or null, and `draw(data)`, which returns
 * `drawing = {title, summary, parts, table: {head, rows}}`.
 */
export class Chart extends HTMLElement {
  #client = null;
  #data = null;
  #given = false;
  #reading = null;
  #isBehind = false;
  #width = 0;
  #observer = null;
  #due = false;

  constructor() {
    super();
    this.uid = `laurel-chart-${++instances}`;
    this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [STYLE];
    this.status = html('p', { class: 'status', role: 'status' });
    this.figure = html('figure', { 'aria-labelledby': `${this.uid}-title` });
    this.shadowRoot.append(this.figure, this.status);
  }

  /** The client of `/laurel-client.js`. The chart never asks the service without one. */
  get client() {
    return this.#client;
  }

  set client(client) {
    this.#client = client;
    this.#given = false;
    this.reload();
  }

  /** What the chart shows. Set it to show data of your own. */
  get data() {
    return this.#data;
  }

  set data(data) {
    this.#reading?.abort();
    this.#given = data !== null;
    this.#show(data);
  }

  get locale() {
    return this.closest('[lang]')?.lang || navigator.language;
  }

  /** Whether the reader prefers pictures that do not move. */
  get still() {
    return matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  get width() {
    return Math.max(this.#width || 640, 280);
  }

  connectedCallback() {
    for (const name of ['client', 'data']) {
      if (Object.hasOwn(this, name)) {
        const value = this[name]; // Set before the element was defined.
        delete this[name];
        this[name] = value;
      }
    }
    this.#observer ??= new ResizeObserver(([{ contentRect }]) => this.#resize(Math.round(contentRect.width)));
    this.#observer.observe(this);
    if (!this.#reading && (this.#isBehind || !this.#data)) {
      this.reload(); // It was moved in the page before it had read its data.
    }
  }

  disconnectedCallback() {
    this.#observer?.disconnect();
    this.#reading?.abort();
    this.#reading = null;
  }

  attributeChangedCallback(name, before, after) {
    if (before !== after && !this.#due) {
      this.#due = true; // Attributes that change together cause one request.
      queueMicrotask(() => {
        this.#due = false;
        this.reload();
      });
    }
  }

  /** Reads the data again. */
  async reload() {
    if (!this.#client || this.#given) {
      return;
    }
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.#isBehind = true;
    this.say('Loading ...');
    try {
      const data = await this.read(reading.signal);
      if (!reading.signal.aborted) {
        this.#show(data);
      }
    } catch (error) {
      if (!reading.signal.aborted) {
        this.#show(null, error.message);
        this.dispatchEvent(new CustomEvent('laurel-error', { detail: error, bubbles: true, composed: true }));
      }
    }
  }

  say(text) {
    this.status.textContent = text;
  }

  format(date, options = { dateStyle: 'medium' }) {
    return new Intl.DateTimeFormat(this.locale, options).format(new Date(date));
  }

  #resize(width) {
    if (width > 0 && width !== this.#width) {
      this.#width = width;
      this.#render();
    }
  }

  #show(data, message = 'No data.') {
    this.#data = data;
    this.#isBehind = false;
    this.say(data ? '' : message);
    this.#render();
    this.dispatchEvent(new CustomEvent('laurel-data', { bubbles: true, composed: true }));
  }

  #render() {
    if (!this.#data) {
      this.figure.replaceChildren();
      return;
    }
    const focused = this.shadowRoot.activeElement?.dataset?.index;
    const { title, summary, parts, table } = this.draw(this.#data);
    const caption = html('figcaption', {}, html('span', { class: 'title', id: `${this.uid}-title` }, title));
    caption.append(html('span', { class: 'summary', id: `${this.uid}-summary` }, summary));
    this.figure.replaceChildren(caption, ...parts, this.#table(title, table));
    if (focused !== undefined) {
      this.shadowRoot.querySelector(`[data-index="${focused}"]`)?.focus();
    }
  }

  /** The data as a table for those who do not see the drawing. */
  #table(title, { head, rows }) {
    const cells = (row) => row.map((cell, index) => html(index ? 'td' : 'th', index ? {} : { scope: 'row' }, cell));
    return html(
      'div',
      { class: 'hidden' },
      html(
        'table',
        {},
        html('caption', {}, title),
        html('thead', {}, html('tr', {}, ...head.map((name) => html('th', { scope: 'col' }, name)))),
        html('tbody', {}, ...rows.map((row) => html('tr', {}, ...cells(row)))),
      ),
    );
  }

  /** The drawing, with a title and a description of its own, which pictures that are saved need. */
  picture(width, height, title, summary, ...children) {
    const names = { 'aria-labelledby': `${this.uid}-name`, 'aria-describedby': `${this.uid}-description` };
    return svg(
      'svg',
      { viewBox: `0 0 ${width} ${height}`, width, height, role: 'group', ...names },
      svg('title', { id: `${this.uid}-name` }, title),
      svg('desc', { id: `${this.uid}-description` }, summary),
      ...children,
    );
  }

  /** Makes points one stop of the Tab key, with arrow keys between them. `show(index)` is called for the focused or hovered one. */
  walk(points, initial, show, columnStep = 1) {
    const keys = { ArrowRight: columnStep, ArrowLeft: -columnStep, ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };
    const enter = (index) => {
      points.forEach((point, at) => point.setAttribute('tabindex', at === index ? 0 : -1));
      show(index);
    };
    points.forEach((point, index) => {
      point.dataset.index = index;
      point.setAttribute('tabindex', index === initial ? 0 : -1);
      point.addEventListener('focus', () => enter(index));
      point.addEventListener('blur', () => show(null));
      point.addEventListener('pointerenter', () => show(index));
      point.addEventListener('pointerleave', () => show(null));
      point.addEventListener('keydown', (event) => {
        if (event.key in keys) {
          event.preventDefault();
          points[Math.min(Math.max(index + keys[event.key], 0), points.length - 1)].focus();
        }
      });
    });
  }
}
