// Runs one TypeScript file of the project: bundles it (about 100 ms) into build/dev/ and starts it, third-party packages
// staying outside the bundle. Node 20 has no way of its own to run TypeScript.
//   node dev/run.mjs dev/checks/all.ts [arguments]
import { spawn } from 'node:child_process';
import path from 'node:path';
import { bundle, root } from './build.mjs';

const [entry, ...args] = process.argv.slice(2);
if (!entry) {
  console.error('usage: node dev/run.mjs FILE.ts [arguments]');
  process.exit(2);
}
// A directory each: what is imported on demand only is loaded on demand only.
const outdir = path.join(root, 'build/dev', entry.replaceAll(path.sep, '-').replace(/\.ts$/, ''));
await bundle([path.resolve(entry)], { outdir });
const outfile = path.join(outdir, path.basename(entry).replace(/\.ts$/, '.mjs'));
const child = spawn(process.execPath, ['--enable-source-maps', outfile, ...args], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
