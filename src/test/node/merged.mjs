// A schema of several files as one: what extends a type is put into it.
import { parse, print } from 'graphql';

export function merged(sdl) {
  const definitions = new Map();
  const { definitions: all } = parse(sdl);
  for (const node of all.filter(({ kind }) => !kind.endsWith('Extension'))) {
    definitions.set(node.name.value, node);
  }
  const extensions = all.filter(({ kind }) => kind.endsWith('Extension'));
  for (const { name, fields = [], interfaces = [], values = [], types = [] } of extensions) {
    const base = definitions.get(name.value);
    definitions.set(name.value, {
      ...base,
      fields: [...(base.fields ?? []), ...fields],
      interfaces: [...(base.interfaces ?? []), ...interfaces],
      values: [...(base.values ?? []), ...values],
      types: [...(base.types ?? []), ...types],
    });
  }
  return [...definitions.values()].map(print).join('\n\n');
}
