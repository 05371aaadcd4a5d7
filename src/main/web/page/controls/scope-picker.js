// <laurel-scope>: everyone, one of the viewer's groups, another group, or friends.

import { element } from '../element.js';
import { GROUPS } from '../operations.js';
import { attributeName } from '../window-names.js';

/** Emits `choose` with `{scope, group}` in `detail`. */
export class ScopePicker extends HTMLElement {
  #client = null;
  #state = null;
  #lists = new Map();

  connectedCallback() {
    const change = () => this.#chosen();
    this.scope = element('select', { class: 'select', 'aria-label': 'Who is ranked', onchange: change });
    this.values = element('span', { class: 'group-values' });
    this.append(this.scope, this.values);
  }

  /** Hides itself if there is nothing to choose. */
  show(client, state) {
    this.#client = client;
    this.#state = state;
    const options = this.#options();
    const chosen = this.#chosenOption(options);
    this.hidden = options.length < 2 && !state.group;
    const entries = options.map(({ value, name }) => element('option', { value, selected: value === chosen }, name));
    this.scope.replaceChildren(...entries);
    this.#showValues(chosen);
  }

  #options() {
    const { groupings, viewerGroup, friends } = this.#state;
    const everyone = groupings.some((grouping) => grouping.length === 0) ? [{ value: 'everyone', name: 'Everyone' }] : [];
    const own = ownGroups(groupings, viewerGroup).map((group) => ({
      value: `own:${Object.keys(group).join()}`,
      name: `My ${Object.keys(group).map(attributeName).join(' and ').toLowerCase()}: ${Object.values(group).join(', ')}`,
    }));
    const others = groupings
      .filter(({ length }) => length > 0)
      .map((grouping) => {
        const name = `By ${grouping.map(attributeName).join(' and ').toLowerCase()}`;
        return { value: `by:${grouping.join()}`, name };
      });
    return [...everyone, ...own, ...(friends ? [{ value: 'friends', name: 'Friends' }] : []), ...others];
  }

  #chosenOption(options) {
    const { scope, group, viewerGroup } = this.#state;
    if (scope === 'friends') {
      return 'friends';
    }
    const attributes = Object.keys(group ?? {});
    const own = attributes.length && attributes.every((attribute) => viewerGroup?.[attribute] === group[attribute]);
    const isListed = (value) => options.some((option) => option.value === value);
    const sorted = (names) => names.split(',').sort().join();
    const wanted = sorted(attributes.join());
    const listed = (prefix) =>
      options.find(({ value }) => value.startsWith(prefix) && sorted(value.slice(prefix.length)) === wanted);
    const match = attributes.length ? ((own && listed('own:')) || listed('by:')) : null;
    return match?.value ?? (isListed('everyone') ? 'everyone' : options[0]?.value);
  }

  async #chosen() {
    const { value } = this.scope;
    const [kind, names] = value.split(':');
    if (kind === 'own') {
      const group = Object.fromEntries(names.split(',').map((name) => [name, this.#state.viewerGroup[name]]));
      this.#emit({ scope: null, group });
    } else if (kind === 'by') {
      const lists = await Promise.all(names.split(',').map((name) => this.#list(name)));
      if (this.scope.value !== value) {
        return;
      }
      const { viewerGroup } = this.#state;
      const entries = names.split(',').map((name, index) => [name, otherValue(lists[index].nodes, viewerGroup?.[name])]);
      if (entries.every(([, part]) => part)) {
        this.#emit({ scope: null, group: Object.fromEntries(entries) });
      } else {
        this.#showValues(value);
      }
    } else {
      this.#emit({ scope: kind === 'friends' ? 'friends' : null, group: null });
    }
  }

  /** A choice of values for each attribute of the chosen grouping. */
  async #showValues(chosen) {
    const [kind, names] = (chosen ?? '').split(':');
    if (kind !== 'by') {
      this.values.replaceChildren();
      return;
    }
    const { group } = this.#state;
    const attributes = names.split(',');
    const lists = await Promise.all(attributes.map((name) => this.#list(name)));
    if (this.scope.value !== chosen) {
      return;
    }
    const change = () => {
      const entries = [...this.values.children].map(({ dataset, value }) => [dataset.attribute, value.trim()]);
      if (entries.every(([, value]) => value)) {
        this.#emit({ scope: null, group: Object.fromEntries(entries) });
      }
    };
    this.values.replaceChildren(...attributes.map((name, index) => valueField(name, lists[index], group?.[name], change)));
  }

  #list(attribute) {
    if (!this.#lists.has(attribute)) {
      const list = this.#client.query(GROUPS, { attribute }).then(
        ({ groups }) => groups,
        () => ({ nodes: [], pageInfo: { hasNextPage: true } }),
      );
      this.#lists.set(attribute, list);
    }
    return this.#lists.get(attribute);
  }

  #emit(detail) {
    this.dispatchEvent(new CustomEvent('choose', { detail }));
  }
}

/** The group to show without a choice: everyone if the board ranks everyone, else the viewer's, else the first one. */
export async function defaultGroup(client, groupings, viewerGroup) {
  if (groupings.some((grouping) => grouping.length === 0)) {
    return null;
  }
  const [own] = ownGroups(groupings, viewerGroup);
  if (own) {
    return own;
  }
  const lists = await Promise.all(groupings[0].map((attribute) => client.query(GROUPS, { attribute, first: 1 })));
  const values = lists.map(({ groups }) => groups.nodes[0]?.value);
  return values.every(Boolean) ? Object.fromEntries(groupings[0].map((attribute, index) => [attribute, values[index]])) : null;
}

/** Groups of the viewer, by the groupings of a board. */
function ownGroups(groupings, viewerGroup) {
  return groupings
    .filter((grouping) => grouping.length > 0 && grouping.every((attribute) => viewerGroup?.[attribute]))
    .map((grouping) => Object.fromEntries(grouping.map((attribute) => [attribute, viewerGroup[attribute]])));
}

/** The first value that is not the viewer's own, which has a choice of its own. */
function otherValue(nodes, own) {
  return (nodes.find(({ value }) => value !== own) ?? nodes[0])?.value;
}

/** A list to choose from; a text field if there are more groups than a list can show. */
function valueField(name, { nodes, pageInfo }, value, onchange) {
  const label = attributeName(name);
  if (pageInfo.hasNextPage) {
    const attributes = { class: 'field', 'aria-label': label, 'data-attribute': name, placeholder: label };
    return element('input', { ...attributes, value: value ?? '', onchange });
  }
  const known = nodes.some((node) => node.value === value);
  const options = nodes.map((node) => element('option', { value: node.value, selected: node.value === value }, node.name));
  if (!known) {
    options.unshift(element('option', { value: value ?? '', selected: true }, value ?? `Choose a ${label.toLowerCase()}`));
  }
  return element('select', { class: 'select', 'aria-label': label, 'data-attribute': name, onchange }, options);
}

customElements.define('laurel-scope', ScopePicker);
