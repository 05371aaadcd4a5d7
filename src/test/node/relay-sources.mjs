// The sources of a client that uses Relay: the operations, named as Relay requires, and a fragment for each connection.
import { isInterfaceType, isObjectType, isRequiredArgument, print, visit } from 'graphql';

/** The texts of the modules by name. */
export function relaySources(schema, documents) {
  return [...documents.flatMap(modules), ...connections(schema)];
}

/** Relay names an operation after its module. */
function modules({ document }) {
  const [first] = document.definitions.filter(({ operation }) => operation);
  const module = first.name.value;
  let operations = 0;
  const named = visit(document, {
    OperationDefinition: (node) => rename(node, `${module}${++operations > 1 ? operations : ''}${capital(node.operation)}`),
    // Relay allows no default for a non-null variable.
    VariableDefinition: (node) => (node.type.kind === 'NonNullType' ? { ...node, defaultValue: undefined } : undefined),
    // In Relay, fragments declare the data of a component. These only shorten the documents, so they are inlined.
    FragmentSpread: ({ name }) => {
      const isMeant = (node) => !node.operation && node.name.value === name.value;
      const { typeCondition, selectionSet } = document.definitions.find(isMeant);
      return { kind: 'InlineFragment', typeCondition, selectionSet };
    },
  });
  return [[module, source(named.definitions.filter(({ operation }) => operation).map(print))]];
}

/** Whether Relay can page through a connection: `@connection` requires its arguments, edges, cursors and page info. */
function connections(schema) {
  const found = [];
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) && !isInterfaceType(type) || type === schema.getMutationType()) {
      continue;
    }
    for (const field of Object.values(type.getFields())) {
      if (/Connection!?$/.test(String(field.type)) && pages(field)) {
        found.push(connection(schema, type, field));
      }
    }
  }
  return found;
}

const pages = ({ args }) => args.some(({ name }) => name === 'first');

function connection(schema, type, field) {
  const module = `${type.name}${capital(field.name)}`;
  const refetchable = type === schema.getQueryType() || type.getInterfaces().some(({ name }) => name === 'Node');
  const required = field.args.filter(isRequiredArgument);
  const count = field.args.find(({ name }) => name === 'first').type;
  const definitions = [
    `count: {type: "${count}"${count.ofType ? '' : ', defaultValue: 20'}}`,
    'cursor: {type: "String"}',
    ...required.map(({ name, type: of }) => `${name}: {type: "${of}"}`),
  ];
  const given = required.map(({ name }) => `${name}: $${name}, `).join('');
  const query = refetchable ? ` @refetchable(queryName: "${module}PageQuery")` : '';
  return [
    module,
    source([
      `fragment ${module}_list on ${type.name}${query} @argumentDefinitions(${definitions.join(', ')}) {
        ${field.name}(${given}first: $count, after: $cursor) @connection(key: "${module}_${field.name}") {
          edges { node { __typename } }
        }
      }`,
    ]),
  ];
}

function source(texts) {
  const tagged = texts.map((text) => `graphql\`\n${text.replaceAll('`', "'")}\n\`;`);
  return `import { graphql } from 'relay-runtime';\n${tagged.join('\n')}\n`;
}

const rename = (node, value) => ({ ...node, name: { ...node.name, value } });

const capital = (text) => text[0].toUpperCase() + text.slice(1);
