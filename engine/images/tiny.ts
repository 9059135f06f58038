/**
 * The tiny guest: Debian's cloud kernel, busybox, dropbear and the guest agent on a disk of 19 MB.
 *
 * Servers' disks are overlays over the image, so a built image is never written or replaced: each has a folder named by its
 * content, older ones stay for the servers that have them, and the manifest names the one for new servers.
 */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfThere, writeAtomic } from '../atomic.ts';
import { EngineError, type ImageFile } from '../compute/port.ts';
import { run } from '../host/run.ts';
import { unpackPackages } from './packages.ts';

const PACKAGES = ['busybox-static', 'dropbear-bin', 'qemu-guest-agent', 'e2fsprogs', 'grub-pc-bin', 'grub-common'] as const;
const OUTPUTS = ['tiny.qcow2', 'vmlinuz', 'initrd'] as const;

export interface TinyImage extends ImageFile {
  key: 'tiny';
  /** For booting the same system without a disk: the KVM proof, rescue. */
  kernel: string;
  initrd: string;
}

export interface TinyOptions {
  /** Where the image is, or will be. */
  directory: string;
  projectRoot: string;
  onProgress?: (sentence: string) => void;
}

interface Manifest {
  /** Where the image is, beside the manifest. */
  folder: string;
  /** Of the scripts that made it. */
  recipe: string;
  /** The packages' file names. */
  packages: string[];
  sizes: Record<string, number>;
}

/** The image if it is there and made by today's scripts, else null. Milliseconds. */
export async function findTiny(options: TinyOptions): Promise<TinyImage | null> {
  const text = await readIfThere(join(options.directory, 'tiny.json'));
  if (text === null) return null;
  const manifest = JSON.parse(text) as Partial<Manifest>;
  if (manifest.folder === undefined || manifest.recipe !== (await recipeHash(options.projectRoot))) return null;
  const folder = join(options.directory, manifest.folder);
  const sizes = await sizesIn(folder);
  return OUTPUTS.every((name) => sizes[name] !== undefined && sizes[name] === manifest.sizes?.[name]) ? imageIn(folder) : null;
}

/** Builds it unless it is there: about 15 s with a near Debian mirror. Needs the network, but neither root nor loop devices. */
export async function buildTiny(options: TinyOptions): Promise<TinyImage> {
  const found = await findTiny(options);
  if (found !== null) return found;
  const { directory, projectRoot, onProgress = () => {} } = options;
  await mkdir(directory, { recursive: true });
  const work = await mkdtemp(join(directory, '.draft-'));
  try {
    const packages = await unpackPackages(work, PACKAGES, onProgress);
    onProgress('building the tiny image');
    const draft = join(work, 'out');
    await mkdir(draft);
    await run('bash', [join(scriptsIn(projectRoot), 'build.sh'), join(work, 'root'), draft], { timeoutMs: 5 * 60_000 });
    const manifest = {
      recipe: await recipeHash(projectRoot),
      packages,
      sizes: await sizesIn(draft),
      folder: await folderFor(draft),
    };
    const folder = join(directory, manifest.folder);
    // The same content may be there already, and may be in use.
    if ((await sizesIn(folder))['tiny.qcow2'] !== manifest.sizes['tiny.qcow2']) await rename(draft, folder);
    await writeAtomic(join(directory, 'tiny.json'), `${JSON.stringify(manifest satisfies Manifest, null, 2)}\n`, { mode: 0o644 });
    return imageIn(folder);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new EngineError('image', `the tiny image could not be built: ${message}`, { cause: error });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function folderFor(draft: string): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(draft, 'tiny.qcow2')));
  return `tiny-${hash.digest('hex').slice(0, 12)}`;
}

function imageIn(directory: string): TinyImage {
  const [disk, kernel, initrd] = OUTPUTS.map((name) => join(directory, name)) as [string, string, string];
  return { key: 'tiny', path: disk, format: 'qcow2', kernel, initrd };
}

function scriptsIn(projectRoot: string): string {
  return join(projectRoot, 'dev', 'images', 'tiny');
}

async function recipeHash(projectRoot: string): Promise<string> {
  const hash = createHash('sha256').update(PACKAGES.join(' '));
  const directory = scriptsIn(projectRoot);
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort()) hash.update(`\n${file.slice(directory.length)}\n`).update(await readFile(file));
  return hash.digest('hex');
}

async function sizesIn(directory: string): Promise<Record<string, number>> {
  const entries = await Promise.all(
    OUTPUTS.map(async (name) => {
      const size = await stat(join(directory, name)).then(
        (found) => found.size,
        () => -1,
      );
      return [name, size] as const;
    }),
  );
  return Object.fromEntries(entries);
}
