/**
 * A minimal Debian 13 as a directory, made by mmdebstrap. It is kept for the next run (2 minutes and 0.9 GB), and is
 * never changed: each run writes into a layer of its own.
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@innkeeper/apps/installation/home';
import { IMAGE_BUILD_PACKAGES, NODE_PACKAGES, QEMU_PACKAGES } from '@innkeeper/engine/host/packages';
import { run } from '@innkeeper/engine/host/run';
import { LocalImages } from '@innkeeper/engine/images/local';

/** Outside of the checkout: some files of a Debian belong to other users, and `systemd install` refuses a checkout with such files. */
const DIRECTORY = '/var/tmp/innkeeper-systemd';
const MINUTES = 60_000;
/** Home of the installation in the root, and the checkout, which is mounted there. */
export const HOME = '/var/lib/innkeeper';
export const CHECKOUT = '/opt/innkeeper';
/** No manuals, and no flush of each file to the disk. */
const SMALL = [
  'force-unsafe-io',
  'path-exclude=/usr/share/doc/*',
  'path-exclude=/usr/share/man/*',
  'path-exclude=/usr/share/locale/*',
];
const PACKAGES = ['systemd', 'systemd-sysv', 'dbus', 'procps', 'ca-certificates'];

export interface Root {
  path: string;
  remove(): Promise<void>;
}

/** Returns a root with what `up` would fetch from Debian's mirror: packages of a node, and the tiny image. */
export async function openRoot(): Promise<Root> {
  await mkdir(DIRECTORY, { recursive: true });
  const layer = await mkdtemp(join(DIRECTORY, 'layer-'));
  const [upper, work, path] = [join(layer, 'upper'), join(layer, 'work'), join(layer, 'root')];
  for (const directory of [upper, work, path]) await mkdir(directory);
  await run('mount', ['-t', 'overlay', 'overlay', '-o', `lowerdir=${await buildBase()},upperdir=${upper},workdir=${work}`, path]);
  const images = join(projectRoot, 'build/images');
  await new LocalImages({ directory: images, projectRoot }).provide('tiny');
  await mkdir(join(path, CHECKOUT), { recursive: true });
  await cp(join(images, 'tiny'), join(path, HOME, 'engine/images/tiny'), { recursive: true });
  return {
    path,
    async remove() {
      await run('umount', [path]);
      await rm(layer, { recursive: true, force: true });
    },
  };
}

async function buildBase(): Promise<string> {
  const base = join(DIRECTORY, 'trixie');
  if (existsSync(base)) return base;
  const packages = [...PACKAGES, ...QEMU_PACKAGES, ...NODE_PACKAGES, ...IMAGE_BUILD_PACKAGES].join(',');
  const draft = `${base}.draft`;
  await rm(draft, { recursive: true, force: true });
  const options = SMALL.map((option) => `--dpkgopt=${option}`);
  await run('mmdebstrap', ['--variant=minbase', '--quiet', ...options, `--include=${packages}`, 'trixie', draft], {
    timeoutMs: 40 * MINUTES,
    maxBytes: 64 << 20,
  });
  await rename(draft, base);
  return base;
}
