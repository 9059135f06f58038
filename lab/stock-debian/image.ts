/** Builds a Debian 13 shaped as Debian's stock cloud image, without guest agent. Kept for the next run. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { debianRelease, debianSources, sourceLines } from '@innkeeper/engine/host/apt';
import { contained } from '@innkeeper/engine/host/contained';
import { run } from '@innkeeper/engine/host/run';
import { hashOfFiles, provideStored } from '@innkeeper/engine/images/image-store';
import type { ImageFile } from '@innkeeper/engine/images/port';

const KEY = 'debian-13-stock';
const CODENAME = 'trixie';
const BUILD_MS = 30 * 60_000;

/** Returns the image, and builds it unless it exists. Takes 3 minutes. Needs root, mmdebstrap and grub-pc-bin. */
export async function provideStockDebian(directory: string): Promise<ImageFile> {
  const folder = await provideStored(
    {
      name: KEY,
      outputs: ['disk.qcow2'],
      version: () => hashOfFiles(import.meta.dirname, KEY),
      async make(work, draft) {
        const host = (await debianRelease()).codename;
        const sources = (await debianSources(host)).map(({ uri, suite }) => ({ uri, suite: suite.replace(host, CODENAME) }));
        const list = join(work, 'sources.list');
        await writeFile(list, await sourceLines(sources));
        const script = [join(import.meta.dirname, 'build.sh'), list, draft];
        await run(...contained('bash', script), { timeoutMs: BUILD_MS });
        return [];
      },
    },
    { directory },
  );
  return { key: KEY, path: join(folder, 'disk.qcow2'), format: 'qcow2' };
}
