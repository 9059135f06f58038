/** Downloads Debian packages and unpacks them into a directory, without installing anything and without root. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError } from '../compute/port.ts';
import { debianRelease, debianSources, privateApt } from '../host/apt.ts';
import { contained } from '../host/contained.ts';
import { run } from '../host/run.ts';

const MINUTES = 60_000;

/**
 * Unpacks `packages` with their dependencies, and the cloud kernel without its dependencies (an initramfs builder
 * that we do not need), into `directory`/root. Returns the names of the package files, which contain the versions.
 */
export async function unpackPackages(
  directory: string,
  packages: readonly string[],
  onProgress: (sentence: string) => void,
): Promise<string[]> {
  const { codename } = await debianRelease();
  const apt = await privateApt(join(directory, 'apt'), await debianSources(codename));
  onProgress("fetching Debian's package lists");
  await run(...contained('apt-get', [...apt, '-qq', 'update']), { timeoutMs: 5 * MINUTES });

  onProgress(`fetching ${packages.join(', ')} and the cloud kernel`);
  // An empty status: dependencies count as missing even where this host has them.
  const status = join(directory, 'apt', 'status');
  await writeFile(status, '');
  const fetch = ['-o', `Dir::State::status=${status}`, 'install', '--download-only', '-y', '-qq', '--no-install-recommends'];
  // Debian's docker images delete downloaded archives after each run, but these are what we need.
  const keep = ['-o', 'APT::Keep-Downloaded-Packages=true', '-o', 'APT::Update::Post-Invoke::=', '-o', 'DPkg::Post-Invoke::='];
  const all = [...apt, ...keep, '-o', 'Debug::NoLocking=true', ...fetch, ...packages];
  await run(...contained('apt-get', all), { timeoutMs: 15 * MINUTES });
  const archives = join(directory, 'apt', 'cache', 'archives');
  const kernel = [...apt, '-qq', 'download', await cloudKernel(apt)];
  await run(...contained('apt-get', kernel), { cwd: archives, timeoutMs: 15 * MINUTES });

  onProgress('unpacking');
  const root = join(directory, 'root');
  await mkdir(root, { recursive: true });
  const files = (await readdir(archives)).filter((name) => name.endsWith('.deb')).sort();
  for (const file of files) await run(...contained('dpkg-deb', ['-x', join(archives, file), root]), { timeoutMs: 2 * MINUTES });
  return files;
}

/** The package of the newest kernel for virtual machines; `linux-image-cloud-amd64` only depends on it. */
async function cloudKernel(apt: readonly string[]): Promise<string> {
  const text = await run('apt-cache', [...apt, 'show', '--no-all-versions', 'linux-image-cloud-amd64']);
  const name = /^Depends: .*?(linux-image-[0-9][^ ,]*-cloud-amd64)/m.exec(text)?.[1];
  if (name === undefined) throw new EngineError('image', 'Debian offers no cloud kernel here');
  return name;
}
