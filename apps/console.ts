/** Reads the web console from the build (`console/web/bundle.ts`). */
import { readdir, readFile } from 'node:fs/promises';
import { isNodeError } from '@innkeeper/engine/atomic';
import type { ConsoleAsset, ConsoleFiles } from '@innkeeper/http/chains/console';

const COPIES = { '.br': 'br', '.gz': 'gzip' } as const;

/** Reads all files of a built console. Returns `undefined` if no console was built, for example in a run from sources. */
export async function readBuiltConsole(directory = new URL('console/', import.meta.url)): Promise<ConsoleFiles | undefined> {
  try {
    const names = await readdir(new URL('assets/', directory));
    const files = await Promise.all(
      names.map(async (name) => [name, await readFile(new URL(`assets/${name}`, directory))] as const),
    );
    return { document: await readFile(new URL('index.html', directory), 'utf8'), assets: groupCopies(new Map(files)) };
  } catch (error) {
    if (isNodeError(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Returns one asset for each file, with the compressed copies of the file. */
function groupCopies(files: ReadonlyMap<string, Buffer>): Map<string, ConsoleAsset> {
  const assets = new Map<string, ConsoleAsset>();
  for (const [name, plain] of files) {
    if (/\.(?:br|gz)$/.test(name)) continue;
    const asset: ConsoleAsset = { plain };
    for (const [suffix, coding] of Object.entries(COPIES)) {
      const copy = files.get(name + suffix);
      if (copy) asset[coding] = copy;
    }
    assets.set(name, asset);
  }
  return assets;
}
