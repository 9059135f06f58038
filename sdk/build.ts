/**
 * Builds the published package in build/sdk: an ESM file per entry point, a file that they share, declarations, package.json, README.md and
 * LICENSE. `npm pack ./build/sdk` then packs it.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const here = import.meta.dirname;
const root = path.resolve(here, '..');
const out = path.join(root, 'build/sdk');

/** Entry points of the package, with their files: `createClient` for customers, `createStaffClient` for the staff. */
const ENTRY_POINTS = { '.': 'index', './staff': 'staff' };

fs.rmSync(out, { recursive: true, force: true });
// The files contain all imported code. An import that cannot be bundled fails the build. Common code is in one file, so that an error of
// one client is an instance of the class that the other entry point exports.
await build({
  entryPoints: Object.values(ENTRY_POINTS).map((name) => path.join(here, `${name}.ts`)),
  outdir: out,
  splitting: true,
  chunkNames: 'common-[hash]',
  bundle: true,
  platform: 'neutral',
  format: 'esm',
  target: 'es2022',
  logLevel: 'warning',
});

const compiler = path.join(root, 'node_modules/typescript7/bin/tsc');
execFileSync(process.execPath, [compiler, '-p', path.join(here, 'tsconfig.json')], { stdio: 'inherit' });
for (const name of fs.readdirSync(out).filter((file) => file.endsWith('.d.ts'))) {
  const file = path.join(out, name);
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/(from '\.\/[^']+)\.ts'/g, "$1.js'"));
}

const { name, version, description, license, engines } = JSON.parse(fs.readFileSync(path.join(here, 'package.json'), 'utf8'));
const published = {
  ...{ name, version, description, license, engines },
  type: 'module',
  sideEffects: false,
  exports: Object.fromEntries(
    Object.entries(ENTRY_POINTS).map(([key, file]) => [key, { types: `./${file}.d.ts`, default: `./${file}.js` }]),
  ),
};
fs.writeFileSync(path.join(out, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
for (const file of [path.join(here, 'README.md'), path.join(root, 'LICENSE')])
  fs.copyFileSync(file, path.join(out, path.basename(file)));
