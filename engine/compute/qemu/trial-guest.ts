/**
 * The guest of a trial boot: a QEMU with the command line and the sandbox of a customer's guest. It has no row, no machine directory and
 * no watch. It ends with this process, however that ends. Its files have no names once it runs, so nothing of it stays.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { EngineError } from '../../error.ts';
import { contained } from '../../host/contained.ts';
import { removeTrees } from '../../host/remove.ts';
import { run } from '../../host/run.ts';
import { makeDraft } from '../../images/drafts.ts';
import type { ImageFile } from '../../images/port.ts';
import { type MachineSpec, NO_MEDIA } from '../port.ts';
import { type Accelerator, DESCRIPTORS, qemuArguments } from './command.ts';
import type { MachineRecord } from './directory.ts';
import { makeDisk } from './disk.ts';
import { PROGRAM, type VmUser } from './process.ts';
import { Qmp } from './qmp.ts';
import { writeSeed } from './seed.ts';

export interface TrialSpec {
  image: Pick<ImageFile, 'key' | 'path' | 'format'>;
  diskGb: number;
  memoryMb: number;
}

export interface TrialHost {
  /** Directory of temporary files, on the file system of the images. */
  directory: string;
  /** Path of `launch.sh`. */
  launcher: string;
  /** Shared user of guests, or `null` for our own if we are not root. */
  user: VmUser | null;
  accelerator: Accelerator;
}

export interface TrialGuest {
  qmp: Qmp;
  /** Connection to the port of the agent. */
  agent: Socket;
  /** Path of the private key of root. */
  identity: string;
  /** Port of 127.0.0.1 that leads to port 22 of the guest. */
  port: number;
  /** Returns why QEMU has ended, or `null` while it runs. */
  end(): string | null;
  /** Ends QEMU. */
  close(): Promise<void>;
}

/** Descriptors of files and channels. The first ones are those of a customer's guest. */
const FDS = { ...DESCRIPTORS, disk: 7, seed: 8, watch: 9, act: 10, agent: 11 } as const;
const FDSETS = { disk: '/dev/fdset/2', seed: '/dev/fdset/3' } as const;
const LOOPBACK = '127.0.0.1';
/** Addresses of QEMU's user-mode network. */
const ADDRESS = { address: '10.0.2.15', prefix: 24, gateway: '10.0.2.2', version: 4 } as const;
const DNS = '10.0.2.3';
const START_MS = 20_000;
/** Attempts to find a free port, since another process may take it in between. */
const PORT_ATTEMPTS = 3;

/** Starts the guest. Throws `EngineError` if the image cannot be read or QEMU does not start. */
export async function startTrialGuest(host: TrialHost, spec: TrialSpec): Promise<TrialGuest> {
  await mkdir(host.directory, { recursive: true });
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(host, spec);
    } catch (error) {
      const isTaken = error instanceof EngineError && /host forwarding/.test(error.message);
      if (!isTaken || attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

interface Files {
  base: FileHandle;
  disk: FileHandle;
  seed: FileHandle;
  identity: FileHandle;
}

async function startOnce(host: TrialHost, { image, diskGb, memoryMb }: TrialSpec): Promise<TrialGuest> {
  const port = await freePort();
  const machine: MachineSpec = {
    machineId: `trial-${randomBytes(6).toString('hex')}`,
    vcpus: 1,
    memoryMb,
    diskGb,
    source: { from: 'image', image },
    limits: {},
    media: NO_MEDIA,
    seed: { instanceId: randomBytes(8).toString('hex'), hostname: 'trial', sshKeys: [], passwordHash: null, startupScript: null },
    nic: {
      machineId: 'trial',
      mac: '52:54:00:12:34:56',
      hostname: 'trial',
      addresses: [ADDRESS],
      dns: [DNS],
      plug: { kind: 'user', forwards: [{ host: LOOPBACK, hostPort: port, guestPort: 22 }] },
    },
  };
  const work = await makeDraft(host.directory);
  const files: Partial<Files> = {};
  try {
    const record = await makeFiles(work, machine, files);
    await removeTrees([work]);
    return await launchTrial(host, record, files as Files, port);
  } catch (error) {
    await files.identity?.close();
    throw error;
  } finally {
    // QEMU has its own descriptors.
    for (const name of ['base', 'disk', 'seed'] as const) await files[name]?.close();
    await removeTrees([work]);
  }
}

/** Creates the files, opens them into `files`, and returns the record for QEMU's command line. */
async function makeFiles(work: string, spec: MachineSpec, files: Partial<Files>): Promise<MachineRecord> {
  const place = { path: work, vm: work };
  const { disk, base } = await makeDisk(place, place, spec);
  if (base === null) throw new EngineError('image', 'a trial needs an image', { retryable: false });
  const key = join(work, 'key');
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'trial', '-f', key]);
  const sshKeys = [(await readFile(`${key}.pub`, 'utf8')).trim()];
  const seeded = { ...spec, seed: { ...spec.seed, sshKeys } };
  const seed = await writeSeed(place, 'seed', { ...seeded, copied: false });
  files.base = await open(join(work, base.name), 'r');
  files.disk = await open(join(work, disk), 'r+');
  files.seed = await open(join(work, seed), 'r');
  files.identity = await open(key, 'r');
  const drives = { primary: null, secondary: null };
  return { spec: seeded, disk: FDSETS.disk, base, seed: FDSETS.seed, rescue: null, drives, linkUp: true };
}

async function launchTrial(host: TrialHost, record: MachineRecord, files: Files, port: number): Promise<TrialGuest> {
  const channels = { watch: `fd=${FDS.watch}`, act: `fd=${FDS.act}`, agent: `fd=${FDS.agent}`, vnc: 'none' };
  const args = [
    ...['-add-fd', `fd=${FDS.disk},set=2`, '-add-fd', `fd=${FDS.seed},set=3`],
    ...qemuArguments(record, host.accelerator, { channels }),
    // The BIOS then writes to the serial console too.
    ...['-machine', 'graphics=off'],
  ];
  const child = spawn(...commandOf(host, args), {
    cwd: '/',
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' },
    stdio: stdioOf(files),
  });
  const complaints = listenTo(child);
  const end = (): string | null => (child.exitCode === null && child.signalCode === null ? null : complaints());
  const close = async (): Promise<void> => {
    if (end() === null && child.pid !== undefined) {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    }
    for (const socket of child.stdio) socket?.destroy();
    await files.identity.close();
  };
  const channel = (fd: number) => (child.stdio as readonly unknown[])[fd] as Socket;
  try {
    channel(FDS.watch).resume();
    const qmp = await Qmp.over(channel(FDS.act), START_MS).catch((error: unknown) => {
      throw new EngineError('host', `QEMU did not start: ${complaints()}`, { cause: error });
    });
    const identity = `/proc/${process.pid}/fd/${files.identity.fd}`;
    return { qmp, agent: channel(FDS.agent), identity, port, end, close };
  } catch (error) {
    child.kill('SIGKILL');
    for (const socket of child.stdio) socket?.destroy();
    throw error;
  }
}

/**
 * Returns the command. A process of root stays between the namespace and QEMU. Otherwise QEMU's change of user would discard the signal by
 * which the kernel ends it with us.
 */
function commandOf({ user, launcher }: TrialHost, args: readonly string[]): [file: string, args: string[]] {
  if (user === null) return contained(PROGRAM, args);
  const launch = ['sh', launcher, String(user.uid), String(user.gid), '-', PROGRAM, ...args];
  return contained('unshare', ['--fork', '--', ...launch]);
}

function stdioOf({ base, disk, seed }: Files): (number | 'ignore' | 'pipe')[] {
  const stdio: (number | 'ignore' | 'pipe')[] = Array(FDS.agent + 1).fill('ignore');
  stdio[2] = 'pipe';
  stdio[FDS.base] = base.fd;
  stdio[FDS.disk] = disk.fd;
  stdio[FDS.seed] = seed.fd;
  for (const channel of [FDS.watch, FDS.act, FDS.agent]) stdio[channel] = 'pipe';
  return stdio;
}

/** Returns a function that returns the last 2,000 characters of stderr. */
function listenTo(child: ChildProcess): () => string {
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString('utf8')).slice(-2_000);
  });
  child.on('error', (error) => {
    output += error.message;
  });
  // Without a listener the end of QEMU would end our process.
  for (const socket of child.stdio) socket?.on('error', () => undefined);
  return () => output.trim() || 'no word from it';
}

/** Returns a port of the loopback address that is free now. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, LOOPBACK, resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new EngineError('host', 'there is no free port');
  return address.port;
}
