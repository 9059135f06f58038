/**
 * Builds what an installation runs: build/innkeeper.mjs (the command), build/api.mjs and build/worker.mjs (the processes that it
 * supervises), build/viewer.json (the page that shows a server's screen), build/console/ (the web console), and build/imports.json (the
 * modules of packages that the processes import). Tools and tests run from sources, as Node strips their types.
 *
 * Our own rooms are bundled. Packages stay imports from node_modules, except those that the page needs and two of many files.
 */
import fs from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { bundleViewer } from '@innkeeper/console/bundle';
import { bundleConsole } from '@innkeeper/console/web/bundle';
import { build, type Plugin } from 'esbuild';

export const root = path.resolve(import.meta.dirname, '..');

const packages = path.join(root, 'node_modules') + path.sep;

/**
 * Packages of 360 small files, which Node would find, read and compile one by one. With them in the bundle a command needs a third less
 * processor time before it does anything.
 */
const BUNDLED_PACKAGES = ['kysely', 'zod'];

/**
 * Leaves third-party packages outside the bundle, except `BUNDLED_PACKAGES`, and takes our workspaces into it. A package that npm put below
 * one of our rooms, because another needs another version of it, is bundled too: from build/ its import would find that other version.
 */
const externalPackages: Plugin = {
  name: 'external-packages',
  setup(b) {
    b.onResolve({ filter: /^[^./]/ }, async (args) => {
      if (args.kind === 'entry-point' || args.path.startsWith('@innkeeper/') || args.pluginData === 'resolving') return undefined;
      const external = { path: args.path, external: true };
      if (args.path.startsWith('node:') || isBuiltin(args.path)) return external;
      if (BUNDLED_PACKAGES.some((name) => args.path === name || args.path.startsWith(`${name}/`))) return undefined;
      const { kind, importer, resolveDir } = args;
      const found = await b.resolve(args.path, { kind, importer, resolveDir, pluginData: 'resolving' });
      const isNested = found.errors.length === 0 && found.path.startsWith(root) && !found.path.startsWith(packages);
      return isNested ? found : external;
    });
  },
};

/** Leaves out zod's messages in 60 languages other than English. They are half of zod, and esbuild keeps every member of a namespace. */
const onlyEnglish: Plugin = {
  name: 'only-english',
  setup(b) {
    b.onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({ contents: "export { default as en } from './en.js';" }));
  },
};

const NODE = { bundle: true, platform: 'node', target: 'node24', absWorkingDir: root } as const;

/** The processes, and the threads that they start: a thread's file lies beside the bundle of the code that starts it. */
const ENTRIES = [
  'cli/innkeeper.ts',
  'apps/api.ts',
  'apps/worker.ts',
  'apps/processes/hang-report-thread.ts',
  'domain/guest-passwords/hash-thread.ts',
  'domain/passwords/argon2-thread.ts',
];

/** A thread that is one file with its packages inside: the process that starts it may no longer be able to read any other file. */
const CLOSED_THREAD = 'engine/mail-in/parse-thread.cjs';

/** Bundles the entries into `outdir`. Returns the files that it wrote, and the packages' modules that they import. */
async function bundleEntries(outdir: string): Promise<{ files: string[]; imports: string[] }> {
  const { metafile } = await build({
    ...NODE,
    entryPoints: ENTRIES,
    outdir,
    format: 'esm',
    sourcemap: true,
    // Node keeps the source map and the code in memory. Without sources and spaces the API has 15 MB less and starts sooner. Names and lines in traces stay.
    sourcesContent: false,
    minifyWhitespace: true,
    logLevel: 'warning',
    metafile: true,
    // One directory, so that code which is imported on demand is also loaded on demand.
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
    splitting: true,
    plugins: [externalPackages, onlyEnglish],
  });
  const external = Object.values(metafile.outputs).flatMap((output) => output.imports.filter((one) => one.external));
  return {
    files: Object.keys(metafile.outputs).map((file) => path.join(root, file)),
    imports: [...new Set(external.map((one) => one.path))].filter((name) => !isBuiltin(name)).sort(),
  };
}

/** Bundles the closed thread into `outdir`. Returns its file. */
async function bundleClosedThread(outdir: string): Promise<string> {
  const outfile = path.join(outdir, path.basename(CLOSED_THREAD));
  await build({ ...NODE, entryPoints: [CLOSED_THREAD], outfile, format: 'cjs', logLevel: 'error' });
  return outfile;
}

/** Deletes parts of earlier builds, to which nothing refers. */
function removeOldParts(directory: string, current: readonly string[]): void {
  for (const name of fs.readdirSync(directory)) {
    const file = path.join(directory, name);
    if (/\.mjs(\.map)?$/.test(name) && !current.includes(file)) fs.rmSync(file, { force: true });
  }
}

/**
 * Deletes the code that Node has compiled of earlier builds (cli/innkeeper.ts), which would only fill the disk. A user who builds may not
 * delete what another user's commands have compiled.
 */
function removeCompiledCode(directory: string): void {
  try {
    fs.rmSync(path.join(directory, 'compile-cache'), { recursive: true, force: true });
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

const outdir = path.join(root, 'build');
fs.mkdirSync(outdir, { recursive: true });
removeCompiledCode(outdir);
const { files, imports } = await bundleEntries(outdir);
removeOldParts(outdir, [...files, await bundleClosedThread(outdir)]);
// For dev/container/collect.ts.
fs.writeFileSync(path.join(outdir, 'imports.json'), JSON.stringify(imports));
fs.writeFileSync(path.join(outdir, 'viewer.json'), JSON.stringify(await bundleViewer()));
await bundleConsole(path.join(outdir, 'console'));
