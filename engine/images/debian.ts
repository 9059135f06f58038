/** Debian guests with cloud-init, systemd and Debian's own kernel: 130 MB, built by mmdebstrap from Debian's archives. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError, type ImageFile } from '../compute/port.ts';
import { debianRelease, debianSources, sourceLines } from '../host/apt.ts';
import { contained } from '../host/contained.ts';
import { attempt, run } from '../host/run.ts';
import { hashOfFiles, type ImageStoreOptions, provideStored, type Recipe } from './image-store.ts';

export const DEBIAN_RELEASES = { 'debian-13': 'trixie', 'debian-12': 'bookworm' } as const;

export type DebianKey = keyof typeof DEBIAN_RELEASES;

/** Additional packages of the build; installed on demand. */
const BUILD_PACKAGES = ['mmdebstrap', 'grub-pc-bin', 'grub-common', 'debian-archive-keyring'] as const;
const MINUTES = 60_000;

export function isDebianKey(key: string): key is DebianKey {
  return Object.hasOwn(DEBIAN_RELEASES, key);
}

/** Builds the image unless it exists: 2 minutes with a nearby Debian mirror. Needs root and the network. */
export async function buildDebian(key: DebianKey, options: ImageStoreOptions & { projectRoot: string }): Promise<ImageFile> {
  const folder = await provideStored(recipe(key, options.projectRoot), options);
  return { key, path: join(folder, 'disk.qcow2'), format: 'qcow2' };
}

function recipe(key: DebianKey, projectRoot: string): Recipe {
  const scripts = join(projectRoot, 'dev', 'images', 'debian');
  return {
    name: key,
    outputs: ['disk.qcow2', 'packages.txt'],
    version: () => hashOfFiles(scripts, key),
    async make(work, draft, onProgress) {
      if (process.getuid?.() !== 0) throw new EngineError('unsupported', 'building it takes root', { retryable: false });
      onProgress('installing what the build needs');
      await installBuildTools();
      const sources = join(work, 'sources.list');
      await writeFile(sources, await sourcesOf(DEBIAN_RELEASES[key]));
      onProgress(`installing ${key} into a directory, and making a disk of it`);
      const args = [join(scripts, 'build.sh'), DEBIAN_RELEASES[key], sources, draft];
      await run(...contained('bash', args), { timeoutMs: 30 * MINUTES });
      return (await readFile(join(draft, 'packages.txt'), 'utf8')).trim().split('\n');
    },
  };
}

/** Not `contained`: a dpkg that is killed half way leaves the host's packages half configured. */
async function installBuildTools(): Promise<void> {
  const { code } = await attempt('dpkg', ['--status', ...BUILD_PACKAGES]);
  if (code === 0) return;
  const apt = ['-o', 'DPkg::Lock::Timeout=300', 'install', '-y', '-qq', '--no-install-recommends', ...BUILD_PACKAGES];
  await run('apt-get', apt, { timeoutMs: 10 * MINUTES, env: { DEBIAN_FRONTEND: 'noninteractive' } });
}

/** From the archives this host is configured for, which carry all Debian releases. */
async function sourcesOf(codename: string): Promise<string> {
  const host = (await debianRelease()).codename;
  const sources = await debianSources(host);
  return sourceLines(sources.map(({ uri, suite }) => ({ uri, suite: suite.replace(host, codename) })));
}
