/** The content of a simulated disk. A copy of it is a file, so that restores work as with real ones. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hostNames } from '@innkeeper/model/servers/host-names';
import { readIfThere } from '../../atomic.ts';
import { EngineError } from '../../error.ts';
import type { DiskSource } from '../../images/port.ts';
import type { Amendment, DiskCopy, Seed } from '../port.ts';
import { scriptOf } from '../user-data.ts';

export interface SimulatedDisk {
  gb: number;
  /** True if the disk is bootable. */
  bootable: boolean;
  /** Key of the image that the disk was created from, or `null`. */
  image: string | null;
  /** Instance id of the last applied seed. */
  instanceId: string | null;
  hostname: string | null;
  /** Full name, whose first label is `hostname`. */
  fqdn: string | null;
  /** Host keys and machine id. A copy keeps those of its original. */
  identity: string | null;
  sshKeys: readonly string[];
  /** crypt(3) hashes by user. */
  passwords: Readonly<Record<string, string>>;
  /** Addresses of the guest since its last boot, such as `10.77.0.11/24`. */
  addresses: readonly string[];
  /** Number of runs of a startup script. */
  scriptRuns: number;
  files: Readonly<Record<string, string>>;
}

const MARK = 'innkeeper-simulated-disk';

/** Creates a disk. Throws `EngineError('image')` if the source is not a disk, has another checksum, or does not fit. */
export async function createDisk(source: DiskSource, gb: number): Promise<SimulatedDisk> {
  const nothing = {
    instanceId: null,
    hostname: null,
    fqdn: null,
    identity: null,
    sshKeys: [],
    passwords: {},
    addresses: [],
    scriptRuns: 0,
    files: {},
  };
  if (source.from === 'blank') return { gb, bootable: false, image: null, ...nothing };
  if (source.from === 'image') return { gb, bootable: true, image: source.image.key, ...nothing };
  const text = await readIfThere(source.path);
  if (text === null) throw imageError(`there is no ${source.path}`);
  if (source.sha256 !== undefined && source.sha256 !== sha256Of(text)) throw imageError(`${source.path} is not what was copied`);
  const disk = parseDisk(text);
  if (disk === null) throw imageError(`${source.path} is no disk`);
  if (disk.gb > gb) throw imageError(`${source.path} needs more than ${gb} GB`);
  return disk;
}

/** Writes a copy. The file appears once it is complete. */
export async function writeCopy(disk: SimulatedDisk, to: string): Promise<Omit<DiskCopy, 'frozen'>> {
  await mkdir(dirname(to), { recursive: true });
  const draft = join(dirname(to), `.copy-${randomBytes(6).toString('hex')}`);
  const text = JSON.stringify({ [MARK]: disk });
  try {
    await writeFile(draft, text);
    await rename(draft, to);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return { virtualGb: disk.gb, bytes: Buffer.byteLength(text), sha256: sha256Of(text) };
}

/** Applies the seed to the disk, once per instance id. */
export function applySeed(disk: SimulatedDisk, seed: Seed): SimulatedDisk {
  if (!disk.bootable || disk.instanceId === seed.instanceId) return disk;
  const takes = (what: Amendment): boolean => seed.amends?.includes(what) ?? true;
  return {
    ...disk,
    instanceId: seed.instanceId,
    hostname: hostNames(seed.hostname).short,
    fqdn: seed.hostname,
    identity: seed.amends === undefined ? randomBytes(16).toString('hex') : disk.identity,
    sshKeys: takes('sshKeys') ? seed.sshKeys : disk.sshKeys,
    passwords: seed.passwordHash === null || !takes('password') ? disk.passwords : { ...disk.passwords, root: seed.passwordHash },
    scriptRuns: disk.scriptRuns + (scriptOf(seed) === null ? 0 : 1),
  };
}

export function growDisk(disk: SimulatedDisk, gb: number): SimulatedDisk {
  return disk.gb >= gb ? disk : { ...disk, gb };
}

function parseDisk(text: string): SimulatedDisk | null {
  try {
    const value = JSON.parse(text) as Record<string, SimulatedDisk | undefined>;
    return value[MARK] ?? null;
  } catch {
    return null;
  }
}

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');
const imageError = (message: string) => new EngineError('image', message, { retryable: false });
