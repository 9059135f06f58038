/**
 * Builds the web console for browsers: `index.html`, and `assets/` with hashed file names and compressed copies.
 *
 * Assets of the previous build stay, so that a tab that was opened before an update can still load its pages.
 */
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { CONSOLE_PLUGINS, textsIn } from './plugins.ts';

const ROOT = import.meta.dirname;
const ASSETS = 'assets';
/** File that lists the assets of the current and of the previous build. */
const RECORD = 'assets.json';
/** Types of files to compress. Fonts and pictures are already compressed. */
const COMPRESSED_TYPES = /\.(?:js|css|svg|json|txt)$/;
/**
 * Oldest supported browsers. All have `light-dark()`, popovers and the Clipboard API. Without this list, Vite would rewrite style sheets
 * for older browsers.
 */
const BROWSERS = ['chrome125', 'firefox128', 'safari17.5'];

/** Both tables have a row per operation. In one file its name is compressed once: 483 bytes less in the first load. */
const OPERATION_TABLES = { name: 'operations', test: /operations\.gen\.ts$/ };

/** Small modules that the first load contains in any case. A chunk each costs bytes in it and in the list of all chunks. */
const BASE = {
  name: 'base',
  test: /web\/(?:parts\/(?:copy|dialog|field|texts)|data\/(?:query|refusal-texts|server-acts))\.tsx?$/,
};

interface Generations {
  current: string[];
  previous: string[];
}

/**
 * Builds the console into `outdir`, with the texts of a language. The directory then holds this build and the assets of the build before.
 */
export async function bundleConsole(outdir: string, language = 'en'): Promise<void> {
  const files = await buildFiles(language);
  const document = files.get('index.html');
  if (document === undefined) throw new Error('vite wrote no index.html');
  const assets = [...files.keys()].filter((name) => name.startsWith(`${ASSETS}/`)).sort();
  const kept = nextGenerations(readGenerations(outdir), assets);
  fs.mkdirSync(path.join(outdir, ASSETS), { recursive: true });
  for (const name of assets) await writeAsset(path.join(outdir, name), files.get(name) as Buffer);
  // The document comes last, since it refers to the assets.
  fs.writeFileSync(path.join(outdir, 'index.html'), document);
  fs.writeFileSync(path.join(outdir, RECORD), JSON.stringify(kept));
  removeOldAssets(outdir, new Set([...kept.current, ...kept.previous]));
}

/** Returns the name of a page's folder, because each page has a file `page.tsx`. */
const folderOfPage = (file: string | null | undefined): string | undefined => /pages\/([^/]+)\/page\./.exec(file ?? '')?.[1];

/** Returns the built files by their path below the output directory. */
async function buildFiles(language: string): Promise<Map<string, Buffer>> {
  const environment = process.env.NODE_ENV;
  // Vite and React build their development versions for any other value, which the caller's environment may set.
  process.env.NODE_ENV = 'production';
  try {
    const result = (await build({
      root: ROOT,
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      plugins: [textsIn(language), ...CONSOLE_PLUGINS],
      build: {
        write: false,
        target: BROWSERS,
        assetsDir: ASSETS,
        // The page's Content-Security-Policy forbids fonts and styles from data URLs.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          // Rolldown would otherwise print advice on plugins during an operator's first command on a slow host.
          checks: { bundlerTimings: false },
          output: {
            codeSplitting: { groups: [OPERATION_TABLES, BASE] },
            chunkFileNames: ({ facadeModuleId }) => `${ASSETS}/${folderOfPage(facadeModuleId) ?? '[name]'}-[hash].js`,
            assetFileNames: ({ originalFileNames: [file] }) => `${ASSETS}/${folderOfPage(file) ?? '[name]'}-[hash][extname]`,
          },
        },
      },
    })) as Rolldown.RolldownOutput;
    return new Map(result.output.map((file) => [file.fileName, Buffer.from(file.type === 'chunk' ? file.code : file.source)]));
  } finally {
    if (environment === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = environment;
  }
}

/** Returns the assets to keep. An unchanged build is not a new generation, so the assets of the previous generation stay. */
function nextGenerations({ current, previous }: Generations, assets: string[]): Generations {
  const isUnchanged = current.length === assets.length && current.every((name) => assets.includes(name));
  return { current: assets, previous: isUnchanged ? previous : current };
}

function readGenerations(outdir: string): Generations {
  const file = path.join(outdir, RECORD);
  if (!fs.existsSync(file)) return { current: [], previous: [] };
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Generations;
}

/** Writes an asset and its compressed copies. Skips existing files: their names contain a hash of their bytes. */
async function writeAsset(file: string, bytes: Buffer): Promise<void> {
  if (fs.existsSync(file)) return;
  if (COMPRESSED_TYPES.test(file)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    fs.writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
    fs.writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
  fs.writeFileSync(file, bytes);
}

function removeOldAssets(outdir: string, kept: ReadonlySet<string>): void {
  for (const name of fs.readdirSync(path.join(outdir, ASSETS))) {
    const asset = `${ASSETS}/${name.replace(/\.(?:br|gz)$/, '')}`;
    if (!kept.has(asset)) fs.rmSync(path.join(outdir, ASSETS, name));
  }
}
