/**
 * Runs apt with its own source list and package lists, so that the operator's configuration is not changed. The addresses are those of the
 * Debian archives that this host is configured for.
 */
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError } from '../error.ts';
import { run } from './run.ts';

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

export interface DebianRelease {
  /** Codename, such as `bookworm`. */
  codename: string;
  /** Version number, such as 12. It is 0 for testing and unstable. */
  version: number;
}

export interface DebianSource {
  uri: string;
  suite: string;
}

/** Returns the Debian release of this host. Throws `EngineError('unsupported')` on other systems. */
export async function debianRelease(): Promise<DebianRelease> {
  const text = await readFile('/etc/os-release', 'utf8');
  const value = (key: string) => new RegExp(`^${key}="?([^"\\n]*)"?$`, 'm').exec(text)?.[1] ?? '';
  if (value('ID') !== 'debian') {
    throw new EngineError('unsupported', `this host runs ${value('PRETTY_NAME')}, not Debian`, { retryable: false });
  }
  return { codename: value('VERSION_CODENAME'), version: Number(value('VERSION_ID')) || 0 };
}

/** Returns the release's main, updates and security archives, as configured on this host. */
export async function debianSources(codename: string): Promise<DebianSource[]> {
  const format = '$(REPO_URI)|$(RELEASE)|$(COMPONENT)';
  const text = await run('apt-get', ['indextargets', '--no-release-info', '--format', format, 'Created-By: Packages']);
  return chooseDebianSources(text, codename);
}

/**
 * Selects Debian's archives. Other archives may have the same suite name, so the address must end like Debian's. Pure part of
 * `debianSources`.
 */
export function chooseDebianSources(targets: string, codename: string): DebianSource[] {
  const suites = [codename, `${codename}-updates`, `${codename}-security`];
  const chosen = new Map<string, DebianSource>();
  for (const line of targets.split('\n')) {
    const [uri = '', suite = '', component = ''] = line.split('|');
    if (component !== 'main' || !suites.includes(suite) || !/\/debian(-security)?\/?$/.test(uri)) continue;
    if (!chosen.has(suite)) chosen.set(suite, { uri, suite });
  }
  if (!chosen.has(codename)) {
    throw new EngineError('host', `apt is not configured for Debian's ${codename} archive`, { retryable: false });
  }
  return [...chosen.values()];
}

/** Returns a source list in one-line style. It names Debian's keys only if the host has them. */
export async function sourceLines(sources: readonly DebianSource[]): Promise<string> {
  const signed = await access(KEYRING).then(
    () => `[signed-by=${KEYRING}] `,
    () => '',
  );
  return sources.map(({ uri, suite }) => `deb ${signed}${uri} ${suite} main\n`).join('');
}

/** Returns `apt-get` arguments that use `directory` for source list and package lists. Writes the source list. */
export async function privateApt(directory: string, sources: readonly DebianSource[]): Promise<string[]> {
  const lists = join(directory, 'lists');
  const cache = join(directory, 'cache');
  await mkdir(join(lists, 'partial'), { recursive: true });
  await mkdir(join(cache, 'archives', 'partial'), { recursive: true });
  const file = join(directory, 'sources.list');
  await writeFile(file, await sourceLines(sources));
  const options = [
    `Dir::Etc::sourcelist=${file}`,
    'Dir::Etc::sourceparts=-',
    `Dir::State::lists=${lists}`,
    `Dir::Cache=${cache}`,
    'Acquire::Languages=none',
    'Acquire::Retries=3',
    'APT::Sandbox::User=',
    'APT::Get::List-Cleanup=false',
    'DPkg::Lock::Timeout=300',
  ];
  return options.flatMap((option) => ['-o', option]);
}
