/**
 * Tests KVM instead of assuming that it works. /dev/kvm may open and create a machine, and still hang a stock kernel. `accel=kvm:tcg` would
 * hang as well. The tiny guest is therefore booted under KVM once per host, and the result is stored.
 */
import { access, open, readFile } from 'node:fs/promises';
import { release } from 'node:os';
import { join } from 'node:path';
import { readIfThere, writeAtomic } from '../../atomic.ts';
import { recordOf } from '../../host/process.ts';
import type { Accelerator } from './command.ts';
import { kill, launch, type VmUser } from './process.ts';

/** The tiny guest prints its marker line after 2 to 4 s even under TCG. */
const PROOF_MS = 10_000;

export interface AcceleratorChoice extends Accelerator {
  why: string;
}

export interface KvmTestOptions {
  home: string;
  /** Version of QEMU. */
  version: string;
  program: string;
  launcher: string;
  user: VmUser | null;
  /** Tiny system for direct boot, or `null` until it is built. */
  system: { kernel: string; initrd: string } | null;
}

interface KvmTestResult {
  host: string;
  works: boolean;
  cpu: string;
  why: string;
}

export const TCG_CPU = 'max';

/** Returns KVM if it works on this host, otherwise TCG, with the reason. Takes up to 10 s, once per host. */
export async function chooseAccelerator(options: KvmTestOptions): Promise<AcceleratorChoice> {
  const tcg = (why: string): AcceleratorChoice => ({ name: 'tcg', cpu: TCG_CPU, why });
  const hasKvm = await access('/dev/kvm').then(
    () => true,
    () => false,
  );
  if (!hasKvm) return tcg('this host has no /dev/kvm');
  const proof = await proofOfThisHost(options);
  if (proof === null) return tcg('KVM is not tested yet, because the tiny image for the test is not built');
  return proof.works ? { name: 'kvm', cpu: proof.cpu, why: proof.why } : tcg(proof.why);
}

async function proofOfThisHost(options: KvmTestOptions): Promise<KvmTestResult | null> {
  const file = join(options.home, 'kvm-proof.json');
  const host = await hostOf(options);
  const text = await readIfThere(file);
  const known = text === null ? null : (JSON.parse(text) as KvmTestResult);
  if (known?.host === host) return known;
  if (options.system === null) return null;
  let proof: KvmTestResult = { host, works: false, cpu: '', why: '' };
  // Some hosts reject a feature of their own CPU.
  for (const cpu of ['host', 'host,-arch-capabilities']) {
    const outcome = await bootUnderKvm(options, options.system, cpu);
    if (outcome === 'booted') proof = { host, works: true, cpu, why: 'a guest booted under KVM' };
    else
      proof = {
        host,
        works: false,
        cpu,
        why: outcome === 'hung' ? 'KVM opens, but a test guest hangs' : `KVM fails: ${outcome}`,
      };
    if (proof.works || outcome === 'hung') break;
  }
  await writeAtomic(file, `${JSON.stringify(proof, null, 2)}\n`);
  return proof;
}

/** Boots the tiny system under KVM. Returns `booted`, `hung`, or QEMU's last error message. */
async function bootUnderKvm(options: KvmTestOptions, system: { kernel: string; initrd: string }, cpu: string): Promise<string> {
  const [kernel, initrd] = await Promise.all([open(system.kernel, 'r'), open(system.initrd, 'r')]);
  const child = launch({
    directory: '/',
    program: options.program,
    args: [
      ...[
        '-machine',
        'pc',
        '-accel',
        'kvm',
        '-cpu',
        cpu,
        '-m',
        '256',
        '-nodefaults',
        '-no-user-config',
        '-no-reboot',
        '-display',
        'none',
      ],
      ...['-serial', 'stdio', '-kernel', '/dev/fd/3', '-initrd', '/dev/fd/4', '-append', 'console=ttyS0 quiet panic=1'],
    ],
    namespace: null,
    user: options.user,
    launcher: options.launcher,
    descriptors: [kernel.fd, initrd.fd],
    stdout: true,
  });
  await Promise.all([kernel.close(), initrd.close()]);
  const record = child.pid === undefined ? null : await recordOf(child.pid);
  const outcome = await new Promise<string>((resolve) => {
    let [said, complaint] = ['', ''];
    const timer = setTimeout(() => resolve('hung'), PROOF_MS);
    child.stdout?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString('latin1')).slice(-4096);
      if (said.includes('tiny guest ready')) resolve('booted');
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString('latin1')).slice(-500);
    });
    for (const pipe of [child.stdout, child.stderr]) pipe?.on('error', () => undefined);
    child.once('error', (error) => resolve(error.message));
    child.once('close', () => resolve(complaint.trim().split('\n').at(-1) || 'QEMU exited without a message'));
    child.once('close', () => clearTimeout(timer));
  });
  if (record !== null) await kill(record);
  return outcome;
}

/** Returns the cache key of the test result. */
async function hostOf({ version, user }: KvmTestOptions): Promise<string> {
  const cpu = /^model name\s*: (.*)$/m.exec(await readFile('/proc/cpuinfo', 'utf8'))?.[1] ?? 'unknown CPU';
  return [release(), cpu, version, `uid ${user?.uid ?? process.getuid?.()}`].join(' | ');
}
