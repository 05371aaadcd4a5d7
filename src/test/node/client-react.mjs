// Renders src/docs/clients/LiveLeaderboard.jsx, compiled as it is, and returns what it shows while scores change.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** The component, from a folder in which `react` is installed. */
async function compiled(folder) {
  symlinkSync(join(HERE, 'node_modules'), join(folder, 'node_modules'));
  copyFileSync(fileURLToPath(new URL('../../docs/clients/LiveLeaderboard.jsx', import.meta.url)), join(folder, 'Live.jsx'));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  const options = { allowJs: true, jsx: 'react-jsx', module: 'esnext', moduleResolution: 'bundler', target: 'es2022' };
  const config = { compilerOptions: { ...options, outDir: 'out', types: [] }, files: ['Live.jsx'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  execFileSync('node', [join(HERE, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', folder], { stdio: 'pipe' });
  return import(pathToFileURL(join(folder, 'out', 'Live.js')));
}

/** Runs `check` with the rendered component: `texts()` is what its list items show. */
export async function renderLeaderboard(props, check) {
  process.env.NODE_ENV = 'production'; // Otherwise the renderer prints that it is meant for tests only.
  const folder = mkdtempSync(join(tmpdir(), 'laurel-react-'));
  try {
    const { LiveLeaderboard } = await compiled(folder);
    const { createElement } = await import('react');
    const { default: renderer } = await import('react-test-renderer');
    const root = renderer.create(createElement(LiveLeaderboard, props));
    const texts = (type = 'li') => {
      try {
        return root.root.findAllByType(type).map(({ props: { children } }) => [children].flat().join(''));
      } catch {
        return []; // Nothing is rendered yet.
      }
    };
    await check(texts, (changed) => root.update(createElement(LiveLeaderboard, { ...props, ...changed })));
    assert.notEqual(root.toJSON(), null);
    root.unmount();
  } finally {
    rmSync(folder, { recursive: true });
  }
}
