/**
 * Starts processes that outlive Innkeeper.
 *
 * If systemd is PID 1 and we are root, each process gets its own scope. Without a scope, the processes would end with our unit, because
 * systemd ends all processes of a unit that it stops. `systemd-run --scope` replaces itself with the command, so pid, descriptors and
 * standard streams stay. On other hosts a separate session is enough.
 */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResourceLimits } from './cgroups.ts';
import { attempt } from './run.ts';

/** Unit that shuts guests down when the host shuts down. It is ordered after the scopes, so systemd stops it first. */
export const GUESTS_UNIT = 'innkeeper-guests.service';
const SLICE = 'innkeeper-guests.slice';
/** First version of systemd that expands variables in a command, and that has the option to disable the expansion. */
const MIN_EXPANDING_VERSION = 254;

export interface Launcher {
  /** Version of the systemd that is PID 1. If `null`, processes start without a scope. */
  systemd: number | null;
}

export interface Scope {
  /** Part of the unit's name, such as `srv-12`. */
  name: string;
  description: string;
  /** Limits of the process. */
  bounds?: ResourceLimits;
}

/** Finds out how processes are started. `root` is the directory of the file system, for tests. */
export async function findLauncher(root = '/'): Promise<Launcher> {
  if (process.getuid?.() !== 0 || !(await isBootedBySystemd(root))) return { systemd: null };
  const { code, stdout } = await attempt('systemd-run', ['--version']);
  const version = /^systemd (\d+)/.exec(stdout)?.[1];
  return { systemd: code === 0 && version !== undefined ? Number(version) : null };
}

/** Returns whether systemd is PID 1 of this machine, like `sd_booted`. */
export function isBootedBySystemd(root = '/'): Promise<boolean> {
  return access(join(root, 'run/systemd/system')).then(
    () => true,
    () => false,
  );
}

/**
 * Returns the prefix of a command, or an empty array without systemd. A unit that has just ended can keep its name for a while, so each
 * start has its own name.
 */
export function scopePrefix({ systemd }: Launcher, { name, description, bounds }: Scope, now = Date.now()): string[] {
  if (systemd === null) return [];
  return [
    ...['systemd-run', '--scope', '--collect', '--quiet'],
    ...(systemd >= MIN_EXPANDING_VERSION ? ['--expand-environment=no'] : []),
    ...[`--slice=${SLICE}`, `--unit=innkeeper-${name}-${now.toString(36)}`, `--description=${description}`],
    ...['-p', `Before=${GUESTS_UNIT}`],
    ...(bounds === undefined ? [] : boundProperties(bounds)),
    '--',
  ];
}

function boundProperties({ cpus, memoryBytes }: ResourceLimits): string[] {
  const percent = Math.round(cpus * 100);
  const properties = [`MemoryMax=${Math.round(memoryBytes)}`, `CPUQuota=${percent}%`, `CPUWeight=${Math.min(10_000, percent)}`];
  return properties.flatMap((property) => ['-p', property]);
}
