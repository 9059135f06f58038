/**
 * Images that are built here. Servers' disks are overlays over an image, so a built one is never written or replaced: each has a
 * folder named by its content, older ones stay for the servers that have them, and a manifest names the one for new servers.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readIfThere, writeAtomic } from '../atomic.ts';
import { EngineError } from '../compute/port.ts';
import { removeTrees } from '../host/remove.ts';
import { makeDraft, removeStaleDrafts } from './drafts.ts';

export interface Recipe {
  /** Its manifest is `<name>.json`, its folders are `<name>-<hash>`. */
  name: string;
  /** The files that it makes; the first one is the disk. */
  outputs: readonly [string, ...string[]];
  /** Changes when what it makes would. */
  version(): Promise<string>;
  /**
   * Makes the outputs in `draft`; `work` is for everything else. Answers what is in them, with versions. What it runs is
   * `contained`, so that it ends with us.
   */
  make(work: string, draft: string, onProgress: (sentence: string) => void): Promise<string[]>;
}

export interface ImageStoreOptions {
  /** Where manifest and folders are, or will be. */
  directory: string;
  onProgress?: (sentence: string) => void;
  /** Builds even where today's recipe has been followed already: Debian has newer packages since. */
  anew?: boolean;
}

interface Manifest {
  /** Where the image is, beside the manifest. */
  folder: string;
  recipe: string;
  packages: string[];
  sizes: Record<string, number>;
}

/** The folder of the image if it is there and made by today's recipe, else null. Milliseconds. */
export async function findStored(recipe: Recipe, { directory }: ImageStoreOptions): Promise<string | null> {
  const text = await readIfThere(join(directory, `${recipe.name}.json`));
  if (text === null) return null;
  const manifest = JSON.parse(text) as Partial<Manifest>;
  if (manifest.folder === undefined || manifest.recipe !== (await recipe.version())) return null;
  const folder = join(directory, manifest.folder);
  const sizes = await sizesIn(folder, recipe);
  return recipe.outputs.every((name) => sizes[name] !== -1 && sizes[name] === manifest.sizes?.[name]) ? folder : null;
}

/** The folder of the image, which is built first unless it is there. Fails with `EngineError('image')`. */
export async function provideStored(recipe: Recipe, options: ImageStoreOptions): Promise<string> {
  await removeStaleDrafts(options.directory);
  const found = options.anew === true ? null : await findStored(recipe, options);
  if (found !== null) return found;
  const { directory, onProgress = () => {} } = options;
  await mkdir(directory, { recursive: true });
  const work = await makeDraft(directory);
  try {
    const draft = join(work, 'out');
    await mkdir(draft);
    const packages = await recipe.make(work, draft, onProgress);
    const manifest = {
      recipe: await recipe.version(),
      packages,
      sizes: await sizesIn(draft, recipe),
      folder: `${recipe.name}-${await contentHash(recipe.outputs.map((name) => join(draft, name)))}`,
    };
    const folder = join(directory, manifest.folder);
    // The same content may be there already, and may be in use.
    const there = await sizesIn(folder, recipe);
    if (recipe.outputs.some((name) => there[name] !== manifest.sizes[name])) await rename(draft, folder);
    const text = `${JSON.stringify(manifest satisfies Manifest, null, 2)}\n`;
    await writeAtomic(join(directory, `${recipe.name}.json`), text, { mode: 0o644 });
    return folder;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new EngineError('image', `the image ${recipe.name} could not be built: ${message}`, { cause: error });
  } finally {
    await removeTrees([work]);
  }
}

/** Of all files below a directory, and of some words. */
export async function hashOfFiles(directory: string, words: string): Promise<string> {
  const hash = createHash('sha256').update(words);
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort()) hash.update(`\n${file.slice(directory.length)}\n`).update(await readFile(file));
  return hash.digest('hex');
}

/** Of all of them: a release may make another rescue system beside the same disk. */
async function contentHash(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) await pipeline(createReadStream(file), hash, { end: false });
  return hash.digest('hex').slice(0, 12);
}

/** -1: not there. */
async function sizesIn(directory: string, { outputs }: Recipe): Promise<Record<string, number>> {
  const entries = await Promise.all(
    outputs.map(async (name) => {
      const size = await stat(join(directory, name)).then(
        (found) => found.size,
        () => -1,
      );
      return [name, size] as const;
    }),
  );
  return Object.fromEntries(entries);
}
