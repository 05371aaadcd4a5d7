// The rules of graphql-eslint for the schema and the operations.
import { ESLint } from 'eslint';
import plugin from '@graphql-eslint/eslint-plugin';

const { configs, parser } = plugin;
const rule = (name, ...options) => [`@graphql-eslint/${name}`, ['error', ...options]];
const without = (...names) => names.map((name) => [`@graphql-eslint/${name}`, 'off']);

const SCHEMA = {
  ...configs['schema-recommended'].rules,
  ...configs['schema-relay'].rules,
  ...Object.fromEntries([
    // Only some lists can be read backwards.
    rule('relay-arguments', { includeBoth: false }),
    // Lists with a small limit are not connections, and connections have nodes beside edges.
    rule('relay-edge-types', { withEdgeSuffix: true, shouldImplementNode: false, listTypeCanWrapOnlyEdgeType: false }),
    rule('input-name', { checkInputType: true, caseSensitiveInputType: false, checkQueries: false, checkMutations: true }),
    rule('no-scalar-result-type-on-mutation'),
    rule('require-nullable-fields-with-oneof'),
    rule('require-description', { types: true, rootField: true, InputValueDefinition: true, EnumValueDefinition: true }),
    // Descriptions of one line are in quotes, and values such as a receipt or a page have no ID.
    ...without('description-style', 'strict-id-in-types'),
  ]),
};

const OPERATIONS = {
  ...configs['operations-recommended'].rules,
  // Operations are examples: a client with a cache adds IDs. The server limits the depth.
  ...Object.fromEntries(without('require-selections', 'selection-set-depth')),
};

/**
 * Codes that occur outside of `data`; a connection with numbers of neighbours instead of a page size; and the interface of
 * all connections of standings.
 */
const EXCEPTIONS = [
  /`RequestErrorCode` is unreachable/,
  /\baround\(.*relay-arguments/,
  /\binterface PlacementConnection .*must be an Object type/,
];

/** Throws an error with all violations of the rules. */
export async function lint(folder) {
  const project = { schema: `${folder}/schema/**/*.graphqls`, documents: `${folder}/operations/**/*.graphql` };
  const eslint = new ESLint({
    cwd: folder,
    overrideConfigFile: true,
    overrideConfig: [
      {
        files: ['**/*.graphqls', '**/*.graphql'],
        plugins: { '@graphql-eslint': plugin },
        languageOptions: { parser, parserOptions: { graphQLConfig: project } },
      },
      { files: ['schema/**/*.graphqls'], rules: SCHEMA },
      { files: ['operations/**/*.graphql'], rules: OPERATIONS },
    ],
  });
  const results = await eslint.lintFiles(['schema/**/*.graphqls', 'operations/**/*.graphql']);
  const found = results.flatMap(({ filePath, messages, source }) =>
    messages.map(
      ({ line, ruleId, message }) =>
        `${filePath.split('/').at(-1)}:${line} ${source.split('\n')[line - 1].trim()} ${ruleId} ${message}`,
    ),
  );
  const faults = found.filter((fault) => !EXCEPTIONS.some((exception) => exception.test(fault)));
  if (faults.length > 0) {
    throw new Error(`${faults.length} faults\n${faults.join('\n')}`);
  }
}
