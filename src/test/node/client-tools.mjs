// Runs tools of client developers on the schema and graphql/operations, and prints one line of JSON for each:
// {"name", "failed"}. The tools have the configuration of a client project, so clients can use all that they accept.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildSchema, isScalarType, isSpecifiedScalarType, parse } from 'graphql';
import { lint } from './lint.mjs';
import { merged } from './merged.mjs';
import { relaySources } from './relay-sources.mjs';

const run = promisify(execFile);
const here = dirname(fileURLToPath(import.meta.url));
const graphql = resolve(here, '../../../graphql');
const folder = mkdtempSync(join(tmpdir(), 'client-tools-'));
symlinkSync(join(here, 'node_modules'), join(folder, 'node_modules'));

const read = (path, ending) =>
  readdirSync(join(graphql, path), { recursive: true }).filter((file) => file.endsWith(ending)).sort()
    .map((file) => ({ location: join(graphql, path, file), rawSDL: readFileSync(join(graphql, path, file), 'utf8') }));
const sdl = read('schema', '.graphqls').map(({ rawSDL }) => rawSDL).join('\n');
const documents = read('operations', '.graphql').map((file) => ({ ...file, document: parse(file.rawSDL) }));
const schema = buildSchema(sdl);

/** The TypeScript types of scalars. Strings are exact, numbers may be rounded. */
const EXACT = { input: 'string | number', output: 'string' };
const SCALARS = {
  Score: EXACT,
  Int64: EXACT,
  Decimal: EXACT,
  JSONObject: 'Record<string, unknown>',
  GroupValues: 'Record<string, string>',
};
const scalars = Object.fromEntries(
  Object.values(schema.getTypeMap())
    .filter((type) => isScalarType(type) && !isSpecifiedScalarType(type))
    .map(({ name }) => [name, SCALARS[name] ?? 'string']),
);

/** Writes the types and documents of all operations, as `graphql-codegen` does with the preset `client`. */
async function generate() {
  const { codegen } = await import('@graphql-codegen/core');
  const { preset } = await import('@graphql-codegen/client-preset');
  const outputs = await preset.buildGeneratesSection({
    baseOutputDir: join(folder, 'gql/'),
    schema: parse(sdl),
    schemaAst: schema,
    documents,
    config: { scalars, strictScalars: true, useTypeImports: true },
    presetConfig: { fragmentMasking: false },
    pluginMap: {},
    plugins: [],
  });
  mkdirSync(join(folder, 'gql'));
  for (const output of outputs) {
    writeFileSync(output.filename, await codegen(output));
  }
}

/** By kind of operation: the method of the client, and the name of its option for the document. */
const CALLS = { query: ['query', 'query'], mutation: ['mutate', 'mutation'], subscription: ['subscribe', 'query'] };

/** Client code that runs each operation with the generated types of variables and results. */
function useWithApollo() {
  const lines = [`import type { ApolloClient } from '@apollo/client';`, `import * as all from './gql/graphql';`, ''];
  for (const { operation, name } of documents.flatMap(({ document }) => document.definitions)) {
    if (operation) {
      const type = `${name.value}${operation[0].toUpperCase()}${operation.slice(1)}`;
      const [call, option] = CALLS[operation];
      const document = `all.${name.value}Document`;
      lines.push(
        `export const run${type} = (client: ApolloClient, variables: all.${type}Variables) =>`,
        `  client.${call}<all.${type}, all.${type}Variables>({ ${option}: ${document}, variables });`,
      );
    }
  }
  writeFileSync(join(folder, 'apollo.ts'), lines.join('\n'));
}

async function compile() {
  const modules = { target: 'es2022', module: 'esnext', moduleResolution: 'bundler', types: [] };
  const options = { strict: true, noEmit: true, skipLibCheck: true, ...modules };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['gql/*.ts', 'apollo.ts'] }));
  await command('tsc', '--project', folder);
}

async function compileWithRelay() {
  const sources = join(folder, 'relay');
  mkdirSync(sources);
  for (const [name, text] of relaySources(schema, documents)) {
    writeFileSync(join(sources, `${name}.js`), text);
  }
  writeFileSync(join(folder, 'schema.graphql'), merged(sdl));
  mkdirSync(join(folder, 'artifacts'));
  const config = { src: 'relay', schema: 'schema.graphql', artifactDirectory: 'artifacts', language: 'typescript' };
  const customScalarTypes = Object.fromEntries(Object.entries(scalars).map(([name, type]) => [name, type.output ?? type]));
  writeFileSync(join(folder, 'relay.config.json'), JSON.stringify({ ...config, customScalarTypes }));
  await command('relay-compiler', '--noWatchman', '--output', 'quiet-with-errors', join(folder, 'relay.config.json'));
}

async function command(program, ...parameters) {
  try {
    await run(join(here, 'node_modules/.bin', program), parameters, { cwd: folder, maxBuffer: 1 << 26 });
  } catch ({ stdout, stderr, message }) {
    throw new Error(`${stdout}\n${stderr}` || message);
  }
}

const tools = {
  'graphql-eslint accepts the schema and the operations': () => lint(graphql),
  'codegen writes TypeScript for the operations': generate,
  'tsc --strict accepts what codegen wrote, and its use with Apollo Client': async () => {
    useWithApollo();
    await compile();
  },
  "Relay's compiler accepts the schema, the operations and every connection": compileWithRelay,
};

for (const [name, tool] of Object.entries(tools)) {
  let failed = '';
  const start = Date.now();
  try {
    await tool();
  } catch (error) {
    failed = String(error.stack ?? error).slice(0, 20_000);
  }
  console.error(name, Date.now() - start, 'ms');
  console.log(JSON.stringify({ name, failed }));
}
if (!process.env.KEEP) {
  rmSync(folder, { recursive: true });
} else {
  console.error(folder);
}
