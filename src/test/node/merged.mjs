// Merges the files of a schema: extensions become part of the types that they extend.
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
