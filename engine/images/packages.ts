/** Downloads Debian packages and unpacks them into a directory, without installing anything and without root. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError } from '../error.ts';
import { debianRelease, debianSources, privateApt } from '../host/apt.ts';
import { contained } from '../host/contained.ts';
import { run } from '../host/run.ts';
import { deleteUnused, fetchPackages, updateLists } from './fetch-packages.ts';

const MINUTES = 60_000;

/**
 * Unpacks `packages` with their dependencies into `directory`/root. Also unpacks the cloud kernel without its dependency, an initramfs
 * builder that we do not need. Packages are kept in `kept` for the next build. Returns the names of the package files, which contain the
 * versions.
 */
export async function unpackPackages(
  { directory, kept }: { directory: string; kept: string },
  packages: readonly string[],
  onProgress: (sentence: string) => void,
): Promise<string[]> {
  const { codename } = await debianRelease();
  const apt = await privateApt(join(directory, 'apt'), await debianSources(codename));
  const archives = join(directory, 'apt', 'cache', 'archives');
  onProgress("fetching Debian's package lists");
  await updateLists({ apt, archives, cacheDirectory: kept });

  onProgress(`fetching ${packages.join(', ')} and the cloud kernel, unless they are kept from the last build`);
  const all = await withEmptyStatus(join(directory, 'apt'), apt);
  await fetchPackages({ apt: all, archives, cacheDirectory: kept }, ['install', ...DOWNLOAD_ONLY, ...packages]);
  await fetchPackages({ apt, archives, cacheDirectory: kept }, ['download', await cloudKernel(apt)]);
  await deleteUnused({ apt, archives, cacheDirectory: kept });

  onProgress('unpacking');
  const root = join(directory, 'root');
  await mkdir(root, { recursive: true });
  const files = (await readdir(archives)).filter((name) => name.endsWith('.deb')).sort();
  for (const file of files) await run(...contained('dpkg-deb', ['-x', join(archives, file), root]), { timeoutMs: 2 * MINUTES });
  return files;
}

export const DOWNLOAD_ONLY = ['--download-only', '-y', '--no-install-recommends'] as const;

/** Returns apt-get arguments that treat all dependencies as missing, including those that this host has. */
export async function withEmptyStatus(directory: string, apt: readonly string[]): Promise<string[]> {
  const status = join(directory, 'status');
  await writeFile(status, '');
  // Debian's docker images delete downloaded archives after each run, but we need these archives.
  const keep = ['-o', 'APT::Keep-Downloaded-Packages=true', '-o', 'APT::Update::Post-Invoke::=', '-o', 'DPkg::Post-Invoke::='];
  return [...apt, ...keep, '-o', 'Debug::NoLocking=true', '-o', `Dir::State::status=${status}`];
}

/** Returns the package of the newest kernel for virtual machines. `linux-image-cloud-amd64` only depends on it. */
async function cloudKernel(apt: readonly string[]): Promise<string> {
  const text = await run('apt-cache', [...apt, 'show', '--no-all-versions', 'linux-image-cloud-amd64']);
  const name = /^Depends: .*?(linux-image-[0-9][^ ,]*-cloud-amd64)/m.exec(text)?.[1];
  if (name === undefined) throw new EngineError('image', 'Debian offers no cloud kernel here');
  return name;
}
