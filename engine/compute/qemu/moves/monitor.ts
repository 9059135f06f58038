/** Requests of a move to QEMU's monitor, on both sides. */
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError } from '../../../error.ts';
import { endJob } from '../block-jobs.ts';
import { throttleOf } from '../command.ts';
import type { MachineRecord } from '../directory.ts';
import { isRecord, type Qmp } from '../qmp.ts';

/** Name of the job and of its target node in QEMU. */
export const MOVE_JOB = 'move';
/** Name of the exported disk at the destination. */
export const EXPORT = 'disk';
/** Sockets of the streams. QEMU listens at the destination, in `run`, where it may create files, and connects at the source, in `vm`. */
export const SOCKETS = { disk: 'move-disk.sock', memory: 'move-memory.sock' } as const;

/** `completed` with `return-path` means that the destination has loaded everything. */
const CAPABILITIES = { events: true, 'return-path': true } as const;
export const SOURCE_CAPABILITIES = { ...CAPABILITIES, 'pause-before-switchover': true, 'late-block-activate': false };
export const DESTINATION_CAPABILITIES = { ...CAPABILITIES, 'pause-before-switchover': false, 'late-block-activate': true };

const SETTLE_MS = 5_000;
const POLL_INTERVAL_MS = 10;
/** States of a migration that is under way. */
const UNDER_WAY = ['setup', 'active', 'device', 'pre-switchover', 'cancelling', 'wait-unplug'];

export async function setCapabilities(qmp: Qmp, wanted: Readonly<Record<string, boolean>>): Promise<void> {
  const capabilities = Object.entries(wanted).map(([capability, state]) => ({ capability, state }));
  await qmp.command('migrate-set-capabilities', { capabilities });
}

/** Returns the state of the last migration and its error, each `null` without one. */
export async function readMigration(qmp: Qmp): Promise<{ status: string | null; error: string | null }> {
  const answer = await qmp.command('query-migrate');
  const { status, 'error-desc': error } = isRecord(answer) ? answer : {};
  return { status: typeof status === 'string' ? status : null, error: typeof error === 'string' ? error : null };
}

/** Lifts the limits while the disk is copied, or restores them. Does nothing for a machine without limits. */
export async function setThrottle(qmp: Qmp, { spec }: MachineRecord, isLifted: boolean): Promise<void> {
  const limits = throttleOf(spec.limits);
  if (limits === null) return;
  const value = isLifted ? Object.fromEntries(Object.keys(limits).map((name) => [name, 0])) : limits;
  await qmp.command('qom-set', { path: '/objects/limits', property: 'limits', value });
}

/**
 * Returns the source to the state before the move. Resumes the guest only if `resumes`. The streams must be closed before, because a job
 * without an answer does not end. Throws `guest` if the guest does not resume.
 */
export async function endSending(qmp: Qmp, machine: MachineRecord, { resumes }: { resumes: boolean }): Promise<void> {
  await cancelMigration(qmp);
  await endJob(qmp, MOVE_JOB);
  await setThrottle(qmp, machine, false);
  if (resumes) await resume(qmp, machine);
}

async function cancelMigration(qmp: Qmp): Promise<void> {
  const isUnderWay = async () => UNDER_WAY.includes((await readMigration(qmp)).status ?? '');
  if (!(await isUnderWay())) return;
  await qmp.command('migrate_cancel');
  await until(async () => !(await isUnderWay()), 'the migration does not end');
}

/** States in which a move leaves a guest. In others it runs, has shut down, sleeps or is stalled on a full disk. */
const LEFT_BY_MOVE = ['paused', 'prelaunch', 'finish-migrate', 'postmigrate'];

/** Returns whether `query-status` reports a guest that a move has paused. */
export function isLeftByMove(status: unknown): boolean {
  return isRecord(status) && LEFT_BY_MOVE.includes(String(status.status));
}

async function resume(qmp: Qmp, { spec }: MachineRecord): Promise<void> {
  await until(async () => {
    const answer = await qmp.command('query-status');
    if (!isLeftByMove(answer)) return true;
    // QEMU refuses while a failed migration is being cleaned up, and then resumes the guest by itself.
    await qmp.command('cont').catch(() => undefined);
    return false;
  }, `${spec.machineId} does not resume`);
}

/** Polls until `holds`. Throws `guest` with `failure` after 5 s. */
export async function until(holds: () => Promise<boolean>, failure: string): Promise<void> {
  const deadline = Date.now() + SETTLE_MS;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new EngineError('guest', failure);
    await sleep(POLL_INTERVAL_MS);
  }
}
