/**
 * The store of images built on this node. Servers' disks are overlays over an image, so an image never changes. Each image has a folder
 * named by its content hash. Older images stay for the servers that use them, and a manifest names the current one.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readIfThere, writeAtomic } from '../atomic.ts';
import { EngineError } from '../error.ts';
import { removeTrees } from '../host/remove.ts';
import { makeDraft, removeStaleDrafts } from './drafts.ts';

export interface Recipe {
  /** Name of the recipe. The manifest is `<name>.json`, and the folders are `<name>-<hash>`. */
  name: string;
  /** Files that the recipe builds. The first one is the disk. */
  outputs: readonly [string, ...string[]];
  /** Returns a version that changes whenever the result would change. */
  version(): Promise<string>;
  /**
   * Builds the outputs in `draft`, using `work` for temporary files. Returns the packages with versions. Its commands are `contained`, so
   * they end with this process.
   */
  make(work: string, draft: string, onProgress: (sentence: string) => void): Promise<string[]>;
}

export interface ImageStoreOptions {
  /** Directory of the manifest and the image folders. */
  directory: string;
  onProgress?: (sentence: string) => void;
  /** Builds even if an image of this recipe version exists, because Debian may have newer packages. */
  rebuild?: boolean;
}

interface Manifest {
  /** Folder of the image, beside the manifest. */
  folder: string;
  recipe: string;
  packages: string[];
  sizes: Record<string, number>;
}

/** Returns the folder of the image if it was built with the current recipe, otherwise `null`. Takes milliseconds. */
export async function findStored(recipe: Recipe, { directory }: ImageStoreOptions): Promise<string | null> {
  const text = await readIfThere(join(directory, `${recipe.name}.json`));
  if (text === null) return null;
  const manifest = JSON.parse(text) as Partial<Manifest>;
  if (manifest.folder === undefined || manifest.recipe !== (await recipe.version())) return null;
  const folder = join(directory, manifest.folder);
  const sizes = await sizesIn(folder, recipe);
  return recipe.outputs.every((name) => sizes[name] !== -1 && sizes[name] === manifest.sizes?.[name]) ? folder : null;
}

/** Returns the folder of the image, and builds it if it does not exist. Throws `EngineError('image')`. */
export async function provideStored(recipe: Recipe, options: ImageStoreOptions): Promise<string> {
  await removeStaleDrafts(options.directory);
  const found = options.rebuild === true ? null : await findStored(recipe, options);
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
    // An image with the same content may exist and be in use.
    const there = await sizesIn(folder, recipe);
    if (recipe.outputs.some((name) => there[name] !== manifest.sizes[name])) {
      // Removes the remains of an image that lost a file or was truncated.
      await removeTrees([folder]);
      await rename(draft, folder);
    }
    const text = `${JSON.stringify(manifest satisfies Manifest, null, 2)}\n`;
    await writeAtomic(join(directory, `${recipe.name}.json`), text, { mode: 0o644 });
    return folder;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const code = (error instanceof EngineError && error.code) || 'image_build_failed';
    throw new EngineError('image', `the image ${recipe.name} could not be built: ${message}`, { cause: error, code });
  } finally {
    await removeTrees([work]);
  }
}

/** Returns the hash of a text and of all files below a directory. */
export async function hashOfFiles(directory: string, words: string): Promise<string> {
  const hash = createHash('sha256').update(words);
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort()) hash.update(`\n${file.slice(directory.length)}\n`).update(await readFile(file));
  return hash.digest('hex');
}

/** Returns the hash of all outputs, because a release may change the rescue system and not the disk. */
async function contentHash(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) await pipeline(createReadStream(file), hash, { end: false });
  return hash.digest('hex').slice(0, 12);
}

/** Returns the sizes of the outputs in bytes; -1 if a file is missing. */
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
