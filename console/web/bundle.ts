/**
 * Builds the web console for browsers: `index.html`, and `assets/` of hashed files with compressed copies beside them.
 *
 * Assets of the previous build stay, so that a tab which was opened before an update can still load its pages.
 */
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { CONSOLE_PLUGINS } from './plugins.ts';

const ROOT = import.meta.dirname;
const ASSETS = 'assets';
/** Record of the assets that belong to the current and to the previous build. */
const RECORD = 'assets.json';
/** Fonts and pictures are compressed already. */
const COMPRESSED_TYPES = /\.(?:js|css|svg|json|txt)$/;
/** Oldest browsers with `light-dark()`, popovers and the Clipboard API. Without it Vite rewrites the style sheets for older ones. */
const BROWSERS = ['chrome125', 'firefox128', 'safari17.5'];

interface Generations {
  current: string[];
  previous: string[];
}

/** Builds the console into `outdir`. The directory then holds this build and the assets of the build before. */
export async function bundleConsole(outdir: string): Promise<void> {
  const files = await buildFiles();
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

/** Returns the built files by their path below the output directory. */
async function buildFiles(): Promise<Map<string, Buffer>> {
  const environment = process.env.NODE_ENV;
  // Vite and React take their development forms if the caller's environment names another value.
  process.env.NODE_ENV = 'production';
  try {
    const result = (await build({
      root: ROOT,
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      plugins: CONSOLE_PLUGINS,
      build: {
        write: false,
        target: BROWSERS,
        assetsDir: ASSETS,
        // The policy of the document admits no fonts and no styles from data URLs.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
      },
    })) as Rolldown.RolldownOutput;
    return new Map(result.output.map((file) => [file.fileName, Buffer.from(file.type === 'chunk' ? file.code : file.source)]));
  } finally {
    if (environment === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = environment;
  }
}

/** Returns the assets to keep. A build without changes is no new generation, so it keeps the previous one. */
function nextGenerations({ current, previous }: Generations, assets: string[]): Generations {
  const isUnchanged = current.length === assets.length && current.every((name) => assets.includes(name));
  return { current: assets, previous: isUnchanged ? previous : current };
}

function readGenerations(outdir: string): Generations {
  const file = path.join(outdir, RECORD);
  if (!fs.existsSync(file)) return { current: [], previous: [] };
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Generations;
}

/** Writes an asset and its compressed copies. A file that exists has the same bytes, because its name holds their hash. */
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
