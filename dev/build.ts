/**
 * Builds the files that an installation runs.
 *
 * build/innkeeper.mjs is the command. build/api.mjs and build/worker.mjs are the processes that it supervises. build/viewer.json is the
 * page that shows a server's screen. build/console/ is the web console. build/imports.json lists the package modules that the processes
 * import. Tools and tests run from sources, because Node strips their types.
 *
 * The project's own workspaces are bundled. Packages stay imports from node_modules, except those of the page and two with many files.
 */
import fs from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { bundleViewer } from '@innkeeper/console/bundle';
import { bundleConsole } from '@innkeeper/console/web/bundle';
import { build, type Plugin } from 'esbuild';
import { findCommit } from './commit.ts';

export const root = path.resolve(import.meta.dirname, '..');

const packages = path.join(root, 'node_modules') + path.sep;

/**
 * Packages of 360 small files, which Node would find, read and compile one by one. Bundling them saves a third of the CPU time that a
 * command needs to start.
 */
const BUNDLED_PACKAGES = ['kysely', 'zod'];

/**
 * Keeps third-party packages outside the bundle, except `BUNDLED_PACKAGES`, and bundles the project's own workspaces. A package that npm
 * installed below a workspace is bundled too. It is there because another package needs another version, and an import from build/ would
 * find that other version.
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

/** Removes zod's messages in 60 languages other than English. They are half of zod, and esbuild keeps every member of a namespace. */
const onlyEnglish: Plugin = {
  name: 'only-english',
  setup(b) {
    b.onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({ contents: "export { default as en } from './en.js';" }));
  },
};

const NODE = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  absWorkingDir: root,
  define: { INNKEEPER_COMMIT: JSON.stringify(findCommit(root, process.env)) },
} as const;

/** Entry points: the processes, and their threads. The file of a thread is next to the bundle that starts it. */
const ENTRIES = [
  'cli/innkeeper.ts',
  'apps/api.ts',
  'apps/worker.ts',
  'apps/processes/hang-report-thread.ts',
  'domain/guest-passwords/hash-thread.ts',
  'domain/passwords/argon2-thread.ts',
];

/** Thread in a single file with its packages, because the process that starts it may no longer be able to read other files. */
const CLOSED_THREAD = 'engine/mail-in/parse-thread.cjs';

/** Bundles the entries into `outdir`. Returns the written files, and the package modules that they import. */
async function bundleEntries(outdir: string): Promise<{ files: string[]; imports: string[] }> {
  const { metafile } = await build({
    ...NODE,
    entryPoints: ENTRIES,
    outdir,
    format: 'esm',
    sourcemap: true,
    // Node keeps the source map and the code in memory. Without sources and whitespace the API takes 15 MB less and starts sooner. Names
    // and lines in traces stay.
    sourcesContent: false,
    minifyWhitespace: true,
    logLevel: 'warning',
    metafile: true,
    // Use one directory, so that code that is imported on demand is also loaded on demand.
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

/** Deletes parts of earlier builds that are no longer referenced. */
function removeOldParts(directory: string, current: readonly string[]): void {
  for (const name of fs.readdirSync(directory)) {
    const file = path.join(directory, name);
    if (/\.mjs(\.map)?$/.test(name) && !current.includes(file)) fs.rmSync(file, { force: true });
  }
}

/**
 * Deletes compiled code of earlier builds (cli/innkeeper.ts), which would only fill the disk. A user who builds may not delete files of
 * another user's commands.
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
// Read by dev/container/collect.ts.
fs.writeFileSync(path.join(outdir, 'imports.json'), JSON.stringify(imports));
fs.writeFileSync(path.join(outdir, 'viewer.json'), JSON.stringify(await bundleViewer()));
await bundleConsole(path.join(outdir, 'console'));
