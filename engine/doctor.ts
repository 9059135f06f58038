/** Checks whether this host has what a node needs. Read only. */
import { access, constants, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfThere } from './atomic.ts';
import { dedicatedUserIds } from './compute/qemu/users.ts';
import { findCgroups } from './host/cgroups.ts';
import type { HostFinding } from './host/finding.ts';
import { missingPackages } from './host/packages.ts';
import { attempt } from './host/run.ts';
import { staleDraftsBelow } from './images/drafts.ts';
import { findTiny } from './images/tiny.ts';

export interface DoctorOptions {
  /** Engine of the node. The simulated engine only needs disk space. */
  engine: 'qemu' | 'simulated';
  home: string;
  projectRoot: string;
  /** Free disk space in GB below which the check warns. */
  minFreeGb: number;
}

const INSTALL = 'install it with ./innkeeper up as root';

/** Runs all checks for this engine and returns their findings. */
export async function checkHost(options: DoctorOptions): Promise<HostFinding[]> {
  if (options.engine === 'simulated') return [await checkDisk(options)];
  const root = process.getuid?.() === 0;
  return Promise.all([
    checkRoot(root),
    checkPackages(),
    checkQemu(),
    ...(root ? [checkTool('nftables', 'nft'), checkTool('DHCP', 'dnsmasq'), checkTool('iproute2', 'ip', '-V'), checkTun()] : []),
    checkGuestUsers(root),
    checkKvm(options.home),
    checkTinyImage(options),
    checkDrafts(options),
    checkDisk(options),
    checkCgroups(),
  ]);
}

const success = (name: string, why: string): HostFinding => ({ name, ok: true, why, remedy: null });
const warning = (name: string, why: string, remedy: string | null): HostFinding => ({ name, ok: 'warn', why, remedy });
const failure = (name: string, why: string, remedy: string): HostFinding => ({ name, ok: false, why, remedy });

async function checkRoot(root: boolean): Promise<HostFinding> {
  if (root) return success('root', 'guests have their own network, in a namespace');
  return warning(
    'root',
    'not root: guests are only reachable through forwarded ports of 127.0.0.1',
    'start Innkeeper as root for the full network',
  );
}

async function checkGuestUsers(root: boolean): Promise<HostFinding> {
  const name = 'guest users';
  if (root && (await dedicatedUserIds()) !== null) return success(name, 'each guest runs as its own user');
  const why = root ? 'this host has no free user ids' : 'not root';
  const remedy = root ? 'map at least 65 536 user ids into this container' : 'start Innkeeper as root';
  return warning(name, `${why}: all guests run as one user, so a guest that breaks out can reach the others`, remedy);
}

async function checkPackages(): Promise<HostFinding> {
  const missing = await missingPackages();
  return missing.length === 0
    ? success('packages', 'all required packages are installed')
    : failure('packages', `missing: ${missing.join(', ')}`, INSTALL);
}

async function checkQemu(): Promise<HostFinding> {
  const { code, stdout } = await attempt('qemu-system-x86_64', ['--version']);
  const version = /version (\d+)(\S*)/.exec(stdout);
  if (code !== 0 || version === null) return failure('QEMU', 'it is not installed or does not run', INSTALL);
  const words = `QEMU ${version[1]}${version[2]}`;
  if (Number(version[1]) >= 10) return success('QEMU', words);
  return warning('QEMU', `${words} is unstable with newer guests without KVM`, 'use Debian 13, or bookworm-backports');
}

async function checkTool(name: string, command: string, ask = '--version'): Promise<HostFinding> {
  const { code, stdout } = await attempt(command, [ask]);
  return code === 0
    ? success(name, stdout.trim().split('\n')[0] ?? command)
    : failure(name, `${command} is not installed`, INSTALL);
}

async function checkTun(): Promise<HostFinding> {
  const hasTun = await access('/dev/net/tun', constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  );
  return hasTun
    ? success('/dev/net/tun', 'it can be opened')
    : failure('/dev/net/tun', 'guests cannot be connected to the network', 'modprobe tun');
}

async function checkKvm(home: string): Promise<HostFinding> {
  const hasKvm = await access('/dev/kvm').then(
    () => true,
    () => false,
  );
  const remedy =
    'enable virtualisation in the firmware, or nested virtualisation on the outer host; software emulation works until then';
  if (!hasKvm) return warning('KVM', 'this host has no /dev/kvm: guests run under TCG, about 10 times slower', remedy);
  const text = await readIfThere(join(home, 'kvm-proof.json'));
  if (text === null) return warning('KVM', '/dev/kvm exists; KVM is tested when the engine opens', null);
  const proof = JSON.parse(text) as { works: boolean; why: string };
  return proof.works ? success('KVM', proof.why) : warning('KVM', `${proof.why}: guests run under TCG`, remedy);
}

async function checkTinyImage({ home, projectRoot }: DoctorOptions): Promise<HostFinding> {
  const found = await findTiny({ directory: join(home, 'images', 'tiny'), projectRoot });
  if (found !== null) return success('tiny image', found.path);
  return failure(
    'tiny image',
    'it is not built, or was built by an older version',
    'build it with ./innkeeper up, in about 20 seconds',
  );
}

async function checkDrafts({ home }: DoctorOptions): Promise<HostFinding> {
  const name = 'image builds';
  const stale = await staleDraftsBelow(join(home, 'images'));
  if (stale.length === 0) return success(name, 'no build left files behind');
  const words = stale.map(({ path, mounts }) => (mounts.length === 0 ? path : `${path} (mounted in it: ${mounts.join(', ')})`));
  const remedy = 'the worker removes them within two minutes: start it, as the user who owns these files';
  return warning(name, `interrupted builds left files behind: ${words.join('; ')}`, remedy);
}

async function checkDisk({ home, minFreeGb }: DoctorOptions): Promise<HostFinding> {
  const space = await statfs(home).catch(() => statfs('.'));
  const free = Math.floor((space.bavail * space.bsize) / 2 ** 30);
  if (free >= minFreeGb) return success('disk', `${free} GB are free`);
  return warning('disk', `only ${free} GB are free`, 'free disk space: guests are paused when the disk is full');
}

async function checkCgroups(): Promise<HostFinding> {
  const { cpu, memory, why } = await findCgroups();
  if (cpu && memory) return success('cgroups', why);
  return warning(
    'cgroups',
    `${why}: guests share CPU or memory without limits`,
    'enable the cpu and memory controllers of cgroups',
  );
}
