/** Queries systemd about our units, and lists guests without a scope. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { guestsByDirectory } from '@innkeeper/engine/compute/qemu/process';
import { isBootedBySystemd } from '@innkeeper/engine/host/launcher';
import { attempt, run } from '@innkeeper/engine/host/run';
import type { Home } from '../installation/home.ts';
import { readRunning } from '../installation/running.ts';
import { CommandError } from '../terminal/command-error.ts';
import { GUESTS_UNIT, INNKEEPER_UNIT } from './units.ts';

export const UNIT_DIRECTORY = '/etc/systemd/system';
export const UNITS = [GUESTS_UNIT, INNKEEPER_UNIT] as const;
/** Timeout of systemctl. A stop of Innkeeper may take 120 s before systemd kills it. */
const SYSTEMCTL_MS = 200_000;
/** Timeout of a start, which takes seconds, or longer if the database has to recover. */
const START_MS = 180_000;
const POLL_INTERVAL_MS = 200;

export interface UnitState {
  /** `enabled`, `disabled`, or an empty string for an unknown unit. */
  enabled: string;
  /** `active`, `inactive`, `failed`, `activating`. */
  active: string;
  /** Main process id, or `0` while the unit is not running. */
  mainPid: number;
}

/** Reads the state of a unit. */
export async function readUnit(unit: string): Promise<UnitState> {
  const { stdout } = await attempt('systemctl', ['show', '--property=UnitFileState,ActiveState,MainPID', unit]);
  const values = new Map(stdout.split('\n').map((line) => line.split('=', 2) as [string, string]));
  return {
    enabled: values.get('UnitFileState') ?? '',
    active: values.get('ActiveState') ?? 'inactive',
    mainPid: Number(values.get('MainPID') ?? 0),
  };
}

/** Returns whether this is the process that systemd started for `innkeeper.service`. */
export async function isUnitProcess(pid: number): Promise<boolean> {
  return (await isBootedBySystemd()) && (await readUnit(INNKEEPER_UNIT)).mainPid === pid;
}

/** Waits until the unit has started Innkeeper. Throws a `CommandError` if that takes more than 3 minutes. */
export async function untilUp(home: Home): Promise<void> {
  for (const deadline = Date.now() + START_MS; ; await sleep(POLL_INTERVAL_MS)) {
    const running = await readRunning(home);
    if (running?.state === 'ready' && (await isUnitProcess(running.pid))) return;
    if (Date.now() > deadline)
      throw new CommandError(`${INNKEEPER_UNIT} does not start Innkeeper. Its log: journalctl -u ${INNKEEPER_UNIT}`);
  }
}

export async function systemctl(...words: string[]): Promise<void> {
  await run('systemctl', words, { timeoutMs: SYSTEMCTL_MS });
}

/** Returns the text of an installed unit, or `null` if it cannot be read. */
export function readUnitFile(unit: string): Promise<string | null> {
  return readFile(path.join(UNIT_DIRECTORY, unit), 'utf8').catch(() => null);
}

export interface GuestProcess {
  /** Machine id, such as `srv-12`. */
  machineId: string;
  pid: number;
  isInScope: boolean;
}

/** Lists the QEMU processes of a home. */
export async function listGuests(home: Home): Promise<GuestProcess[]> {
  const guests: GuestProcess[] = [];
  for (const [directory, pid] of await guestsByDirectory()) {
    const machine = path.dirname(directory);
    if (path.dirname(machine) !== home.machines) continue;
    const groups = await readFile(`/proc/${pid}/cgroup`, 'utf8').catch(() => '');
    guests.push({ machineId: path.basename(machine), pid, isInScope: groups.includes('/innkeeper-guests.slice/') });
  }
  return guests.sort((one, other) => one.machineId.localeCompare(other.machineId, 'en', { numeric: true }));
}
