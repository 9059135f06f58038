/** Installs the packages of a node without touching the operator's apt configuration. */
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isNodeError } from '../atomic.ts';
import { EngineError } from '../error.ts';
import { type DebianSource, debianRelease, debianSources, privateApt } from './apt.ts';
import { missingPackages, QEMU_PACKAGES } from './packages.ts';
import { attempt, run } from './run.ts';
import { makeSystemUser } from './system-user.ts';

const MINUTES = 60_000;

/** System user of guests without a dedicated one. */
export const VM_USER = 'innkeeper-vm';

/**
 * Installs missing packages and creates the guests' system user. Fast if nothing is missing. Needs root. On Debian 12 QEMU comes from
 * backports. If they are unreachable, it comes from the release itself, with a warning.
 */
export async function installPackages(
  onProgress: (sentence: string) => void = () => {},
  additional: readonly string[] = [],
): Promise<void> {
  const missing = await missingPackages(additional);
  if (process.getuid?.() !== 0) {
    if (missing.length === 0) return;
    throw new EngineError('host', `as root, install these Debian packages first: ${missing.join(' ')}`, { retryable: false });
  }
  if (missing.length > 0) await installMissing(missing, onProgress);
  await makeSystemUser(VM_USER);
}

async function installMissing(missing: readonly string[], onProgress: (sentence: string) => void): Promise<void> {
  const release = await debianRelease();
  const sources = await debianSources(release.codename);
  const directory = await mkdtemp(join(tmpdir(), 'innkeeper-apt-'));
  try {
    await maskDaemons(missing);
    const qemu = missing.filter((name) => QEMU_PACKAGES.some((qemuPackage) => qemuPackage === name));
    const others = missing.filter((name) => !qemu.includes(name));
    onProgress("fetching Debian's package lists");
    const apt = await privateApt(directory, sources);
    await run('apt-get', [...apt, '-qq', 'update'], { timeoutMs: 5 * MINUTES });
    if (others.length > 0) {
      onProgress(`installing ${others.join(', ')}`);
      await install(apt, others);
    }
    if (qemu.length === 0) return;
    onProgress(`installing ${qemu.join(', ')}`);
    if (release.version === 12) await installFromBackports(directory, sources, qemu, onProgress);
    else await install(apt, qemu);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Units by package, of daemons that Debian starts after their installation. Only tests run these daemons, on their own ports. */
const DAEMONS: Readonly<Record<string, string>> = { 'pdns-server': 'pdns.service' };

/**
 * Masks the units of daemons like `systemctl mask`, also if systemd does not run yet. Packages installed next then start nothing, now or at
 * boot.
 */
async function maskDaemons(missing: readonly string[]): Promise<void> {
  for (const unit of missing.flatMap((name) => DAEMONS[name] ?? [])) {
    await mkdir('/etc/systemd/system', { recursive: true });
    await symlink('/dev/null', join('/etc/systemd/system', unit)).catch((error: unknown) => {
      // The operator has configured this unit.
      if (!isNodeError(error, 'EEXIST')) throw error;
    });
  }
}

async function installFromBackports(
  directory: string,
  sources: readonly DebianSource[],
  packages: readonly string[],
  onProgress: (sentence: string) => void,
): Promise<void> {
  const main = sources.find(({ suite }) => suite === 'bookworm');
  const backports = 'bookworm-backports';
  const withBackports = main === undefined ? sources : [...sources, { uri: main.uri, suite: backports }];
  const apt = await privateApt(directory, withBackports);
  const update = await attempt('apt-get', [...apt, '-qq', 'update'], { timeoutMs: 5 * MINUTES });
  const installed = update.code === 0 && (await tryInstall([...apt, '-t', backports], packages));
  if (installed) return;
  onProgress("WARNING: Debian's backports gave no QEMU 10; taking the release's 7.2, which is unstable with newer guests");
  await install(await privateApt(directory, sources), packages);
}

async function install(apt: readonly string[], packages: readonly string[]): Promise<void> {
  const args = [...apt, 'install', '-y', '-qq', '--no-install-recommends', ...packages];
  await run('apt-get', args, { timeoutMs: 20 * MINUTES, env: { DEBIAN_FRONTEND: 'noninteractive' }, maxBytes: 64 << 20 });
}

async function tryInstall(apt: readonly string[], packages: readonly string[]): Promise<boolean> {
  try {
    await install(apt, packages);
    return true;
  } catch {
    return false;
  }
}
