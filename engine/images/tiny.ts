/** Builds the tiny guest: Debian's cloud kernel, busybox, bash, wget, dropbear and the guest agent on a disk of 23 MB. */
import { join } from 'node:path';
import { contained } from '../host/contained.ts';
import { run } from '../host/run.ts';
import { findStored, hashOfFiles, type ImageStoreOptions, provideStored, type Recipe } from './image-store.ts';
import { unpackPackages } from './packages.ts';
import type { ImageFile } from './port.ts';

const PACKAGES = [
  ...['busybox-static', 'bash', 'ncurses-base', 'dropbear-bin', 'wget', 'ca-certificates', 'qemu-guest-agent', 'e2fsprogs'],
  ...['syslinux', 'syslinux-common', 'mtools'],
  // The rescue system.
  ...['util-linux', 'fdisk', 'parted', 'xfsprogs', 'btrfs-progs', 'cryptsetup-bin', 'lvm2', 'dmsetup', 'rsync', 'curl'],
] as const;

export interface TinyImage extends ImageFile {
  key: 'tiny';
  /** Kernel for booting the same system without a disk, in the KVM test. */
  kernel: string;
  initrd: string;
  /** Initrd of rescue mode, with repair tools. Replaces `initrd`. */
  rescue: string;
}

export interface TinyOptions extends ImageStoreOptions {
  projectRoot: string;
}

/** Returns the image if it was built with the current scripts, otherwise `null`. Takes milliseconds. */
export async function findTiny(options: TinyOptions): Promise<TinyImage | null> {
  const folder = await findStored(recipe(options), options);
  return folder === null ? null : imageIn(folder);
}

/** Builds the image unless it exists. Takes about 15 s with a nearby mirror. Needs the network, but neither root nor loop devices. */
export async function buildTiny(options: TinyOptions): Promise<TinyImage> {
  return imageIn(await provideStored(recipe(options), options));
}

function recipe({ projectRoot, directory }: TinyOptions): Recipe {
  const scripts = join(projectRoot, 'dev', 'images', 'tiny');
  return {
    name: 'tiny',
    outputs: ['tiny.qcow2', 'vmlinuz', 'initrd', 'rescue'],
    version: () => hashOfFiles(scripts, PACKAGES.join(' ')),
    async make(work, draft, onProgress) {
      const packages = await unpackPackages({ directory: work, kept: join(directory, 'packages') }, PACKAGES, onProgress);
      onProgress('building the tiny image');
      const script = [join(scripts, 'build.sh'), join(work, 'root'), draft];
      await run(...contained('bash', script), { timeoutMs: 20 * 60_000 });
      return packages;
    },
  };
}

function imageIn(folder: string): TinyImage {
  const at = (name: string) => join(folder, name);
  return {
    key: 'tiny',
    path: at('tiny.qcow2'),
    format: 'qcow2',
    kernel: at('vmlinuz'),
    initrd: at('initrd'),
    rescue: at('rescue'),
  };
}
