// Builds what runs outside the tests: build/innkeeper.mjs (the command), build/api.mjs and build/worker.mjs (the processes it
// supervises), and build/viewer.json (the page that shows consoles). Our own rooms are bundled; packages of node_modules
// stay real imports, but for what the page needs, and two of many files.
import fs from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleViewer } from '../console/bundle.mjs';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const packages = path.join(root, 'node_modules') + path.sep;

/**
 * Packages of 360 small files, which Node would find, read and compile one by one: inside, a command takes a third less processor time
 * before it does anything.
 */
const INSIDE = ['kysely', 'zod'];

/**
 * Leaves third-party packages outside the bundle, but for those above, and takes our workspaces into it. A package that npm put below one of our rooms,
 * because another needs another version of it, comes into the bundle too: from build/ the import would find that other version.
 */
const outsidersStayOutside = {
  name: 'outsiders-stay-outside',
  setup(b) {
    b.onResolve({ filter: /^[^./]/ }, async (args) => {
      if (args.kind === 'entry-point' || args.path.startsWith('@innkeeper/') || args.pluginData === 'asked') return undefined;
      const outside = { path: args.path, external: true };
      if (args.path.startsWith('node:') || isBuiltin(args.path)) return outside;
      if (INSIDE.some((name) => args.path === name || args.path.startsWith(`${name}/`))) return undefined;
      const { kind, importer, resolveDir } = args;
      const found = await b.resolve(args.path, { kind, importer, resolveDir, pluginData: 'asked' });
      const nested = found.errors.length === 0 && found.path.startsWith(root) && !found.path.startsWith(packages);
      return nested ? found : outside;
    });
  },
};

/** What runs in threads stays a file of its own beside each bundle, where the code that starts it looks. */
const THREADS = ['domain/guest-passwords/hash-thread.mjs', 'domain/passwords/argon2-thread.mjs'];

/** The same, with its packages: the process that starts it may not reach them any more. */
const CLOSED_THREADS = ['engine/mail-in/parse-thread.cjs'];

/** Bundles entry points for Node; `out` is esbuild's outfile or outdir. Returns the files that it wrote. */
export async function bundle(entryPoints, out) {
  const { metafile } = await build({
    entryPoints,
    ...out,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    // Node keeps both in memory: without the sources, and without spaces, the API has 15 MB less and begins sooner. Names and lines of traces stay.
    sourcesContent: false,
    minifyWhitespace: true,
    logLevel: 'warning',
    metafile: true,
    absWorkingDir: root,
    // Into one directory, so that what is imported on demand only is loaded on demand only.
    ...(out.outdir && { entryNames: '[name]', outExtension: { '.js': '.mjs' }, splitting: true }),
    plugins: [outsidersStayOutside],
  });
  const outputs = Object.keys(metafile.outputs).map((file) => path.join(root, file));
  const directory = path.dirname(outputs[0]);
  const threads = THREADS.map((file) => path.join(directory, path.basename(file)));
  for (const [i, file] of THREADS.entries()) fs.copyFileSync(path.join(root, file), threads[i]);
  const closed = CLOSED_THREADS.map((file) => path.join(directory, path.basename(file)));
  for (const [i, file] of CLOSED_THREADS.entries())
    await build({
      entryPoints: [path.join(root, file)],
      outfile: closed[i],
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      logLevel: 'error',
    });
  return [...outputs, ...threads, ...closed];
}

/** Parts of earlier builds, which nothing refers to any longer. */
function removeOldParts(directory, current) {
  for (const name of fs.readdirSync(directory)) {
    const file = path.join(directory, name);
    if (/\.mjs(\.map)?$/.test(name) && !current.includes(file)) fs.rmSync(file, { force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const entries = ['cli/innkeeper.ts', 'apps/api.ts', 'apps/worker.ts'].map((f) => path.join(root, f));
  const outdir = path.join(root, 'build');
  fs.mkdirSync(outdir, { recursive: true });
  removeOldParts(outdir, await bundle(entries, { outdir }));
  fs.writeFileSync(path.join(outdir, 'viewer.json'), JSON.stringify(await bundleViewer()));
}
