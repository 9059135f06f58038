/** Builds Debian guests with cloud-init, systemd and Debian's own kernel: 130 MB, made by mmdebstrap from Debian's archives. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError } from '../error.ts';
import { type DebianSource, debianRelease, debianSources, privateApt, sourceLines } from '../host/apt.ts';
import { contained } from '../host/contained.ts';
import { attempt } from '../host/run.ts';
import { explainApt } from './apt-errors.ts';
import { deleteUnused, fetchPackages, updateLists } from './fetch-packages.ts';
import { hashOfFiles, type ImageStoreOptions, provideStored, type Recipe } from './image-store.ts';
import { DOWNLOAD_ONLY, withEmptyStatus } from './packages.ts';
import type { ImageFile } from './port.ts';

export const DEBIAN_RELEASES = { 'debian-13': 'trixie', 'debian-12': 'bookworm' } as const;

export type DebianKey = keyof typeof DEBIAN_RELEASES;

/** Additional packages of the build, installed on demand. */
const BUILD_PACKAGES = ['mmdebstrap', 'grub-pc-bin', 'grub-common', 'debian-archive-keyring'] as const;
const MINUTES = 60_000;

export function isDebianKey(key: string): key is DebianKey {
  return Object.hasOwn(DEBIAN_RELEASES, key);
}

/** Builds the image unless it exists. Takes 2 minutes with a nearby Debian mirror. Needs root and the network. */
export async function buildDebian(key: DebianKey, options: ImageStoreOptions & { projectRoot: string }): Promise<ImageFile> {
  const folder = await provideStored(recipe(key, options), options);
  return { key, path: join(folder, 'disk.qcow2'), format: 'qcow2' };
}

function recipe(key: DebianKey, { projectRoot, directory }: { projectRoot: string; directory: string }): Recipe {
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
      await writeFile(sources, await sourceLines(await sourcesOf(DEBIAN_RELEASES[key])));
      const archives = await fetchAll({
        codename: DEBIAN_RELEASES[key],
        scripts,
        work,
        cacheDirectory: join(directory, 'packages'),
        onProgress,
      });
      onProgress(`installing ${key} into a directory, and making a disk of it`);
      const args = [join(scripts, 'build.sh'), DEBIAN_RELEASES[key], sources, draft, archives];
      await build(args);
      return (await readFile(join(draft, 'packages.txt'), 'utf8')).trim().split('\n');
    },
  };
}

/** Installs the build tools. Not `contained`, because a killed dpkg would leave the host's packages half configured. */
async function installBuildTools(): Promise<void> {
  const { code } = await attempt('dpkg', ['--status', ...BUILD_PACKAGES]);
  if (code === 0) return;
  const apt = ['-o', 'DPkg::Lock::Timeout=300', 'install', '-y', '-qq', '--no-install-recommends', ...BUILD_PACKAGES];
  const result = await attempt('apt-get', apt, { timeoutMs: 10 * MINUTES, env: { DEBIAN_FRONTEND: 'noninteractive' } });
  if (result.code !== 0) throw new EngineError('image', `${explainApt(result.stderr)} (exit ${result.code})`);
}

/** Returns the sources of a release, from the archives that this host is configured for. They carry all Debian releases. */
async function sourcesOf(codename: string): Promise<DebianSource[]> {
  const host = (await debianRelease()).codename;
  const sources = await debianSources(host);
  return sources.map(({ uri, suite }) => ({ uri, suite: suite.replace(host, codename) }));
}

interface DebianFetch {
  codename: string;
  scripts: string;
  work: string;
  cacheDirectory: string;
  onProgress: (sentence: string) => void;
}

/** Fetches the packages that mmdebstrap will install, and returns their directory. mmdebstrap fetches any still missing packages itself. */
async function fetchAll({ codename, scripts, work, cacheDirectory, onProgress }: DebianFetch): Promise<string> {
  const apt = await privateApt(join(work, 'apt'), await sourcesOf(codename));
  const archives = join(work, 'apt', 'cache', 'archives');
  const source = { apt: await withEmptyStatus(join(work, 'apt'), apt), archives, cacheDirectory };
  onProgress("fetching Debian's package lists");
  await updateLists(source);
  onProgress('fetching packages, unless they are kept from the last build');
  const listed = (await readFile(join(scripts, 'packages.txt'), 'utf8')).split('\n').filter((line) => /^[a-z0-9]/.test(line));
  await fetchPackages(source, ['install', ...DOWNLOAD_ONLY, '?essential', 'apt', ...listed]);
  await deleteUnused(source);
  return archives;
}

async function build(args: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await attempt(...contained('bash', args), { timeoutMs: 30 * MINUTES, maxBytes: 64 << 20 });
  if (code !== 0) throw new EngineError('image', `${explainApt(stderr + stdout)} (exit ${code})`);
}
