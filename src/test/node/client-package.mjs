// Packs the client as npm does, installs the package in a folder of its own, and uses it there.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const CLIENT = fileURLToPath(new URL('../../main/web/client', import.meta.url));

/** Checks the package, and returns what it contains. */
export function checkPackage() {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-client-'));
  try {
    execFileSync('npm', ['pack', CLIENT, '--pack-destination', folder], { cwd: folder, stdio: 'pipe' });
    const [archive] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    const installed = join(folder, 'node_modules', 'laurel-client');
    mkdirSync(installed, { recursive: true });
    execFileSync('tar', ['xzf', join(folder, archive), '-C', installed, '--strip-components=1']);
    for (const name of ['ws', '@types']) {
      symlinkSync(join(HERE, 'node_modules', name), join(folder, 'node_modules', name));
    }
    copyFileSync(join(HERE, 'client-sample.ts'), join(folder, 'client-sample.ts'));
    const compilerOptions = { strict: true, noEmit: true, target: 'es2022', module: 'nodenext', types: ['node'] };
    const files = ['client-sample.ts'];
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    compile(folder);
    const imported = `import * as client from 'laurel-client'; console.log(Object.keys(client).sort().join(' '))`;
    const exports = execFileSync('node', ['--input-type=module', '-e', imported], { cwd: folder, encoding: 'utf8' }).trim();
    return { archive, files: readdirSync(installed).sort(), exports: exports.split(' '), typesCompile: true };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs tsc, and fails with its errors. */
function compile(folder) {
  try {
    execFileSync('node', [join(HERE, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', folder], { encoding: 'utf8' });
  } catch (error) {
    assert.fail(`tsc: ${error.stdout}${error.stderr}`);
  }
}
