/**
 * The common steps of restore and reinstall: shuts the guest down, replaces its disk, and boots it again. If this fails, the server keeps
 * its old disk unchanged. If the old disk is already gone, the server stays stopped with a reason.
 */
import { lockServer, replaceSshKeys, updateServer } from '@innkeeper/db/tables/servers';
import { findSshKeys } from '@innkeeper/db/tables/ssh-keys';
import { inTransaction } from '@innkeeper/db/transaction';
import type { Seed } from '@innkeeper/engine/compute/port';
import type { DiskSource } from '@innkeeper/engine/images/port';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import type { UserDataKind } from '@innkeeper/model/servers/user-data';
import { hours, minutes } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import type { Step, StepContext } from '../define.ts';
import { dropFetched } from './copy-files.ts';
import { machineSpec } from './machine-spec.ts';
import { observePower } from './power-ends.ts';
import { restartAfterOutage } from './restart-after-outage.ts';
import { type OnServer, showBooting, shutdown, waitForGuest } from './server.ts';

export interface OnDisk extends OnServer {
  wasOff: boolean;
}

/** Columns of the server that change with the new disk. */
export interface NewDiskColumns {
  image_id: number;
  root_password_hash?: string | null;
  startup_script?: string | null;
  startup_script_at?: Date | null;
  startup_script_kind?: UserDataKind;
  sshKeyIds?: readonly number[];
}

export interface NewDisk {
  source: DiskSource;
  /** Overrides of the seed from the server's rows. */
  seed: Partial<Seed>;
  columns: NewDiskColumns;
}

const NOT_STARTED_YET = 'The disk was replaced, but the server has not started from it yet. Start it, or contact support.';

type Run<Input> = (cx: StepContext<Input>) => ReturnType<Step<Input>['run']>;

/** Returns the steps. `fetch` brings the source of the disk to the node, and `newDisk` describes the disk. */
export function replaceDisk<Input extends OnDisk>(
  fetch: Run<Input>,
  newDisk: (cx: StepContext<Input>) => Promise<NewDisk>,
): Step<Input>[] {
  return [
    {
      name: 'fetch',
      run: async (cx) => (await restartAfterOutage(cx)) ?? fetch(cx),
      undo: dropFetched,
      attempts: 10,
      deadlineMs: hours(6),
    },
    { name: 'shutdown', run: shutdown, undo: restartWithOldDisk, attempts: 6, deadlineMs: minutes(4) },
    {
      name: 'rebuild',
      pointOfNoReturn: 'The old disk no longer exists. Wait until this operation has ended, then restore another copy if needed.',
      run: async (cx) => rebuild(cx, await newDisk(cx)),
      undo: { why: 'the old disk is gone; the undo of `shutdown` leaves what there is in a state that can be told' },
      attempts: 4,
      deadlineMs: hours(6),
    },
    { name: 'boot', run: boot, undo: powerOff, ...showBooting, attempts: 4, deadlineMs: minutes(5) },
    { name: 'wait', run: waitForGuest, undo: { why: 'it only looks' }, attempts: 20, deadlineMs: minutes(10) },
    {
      name: 'clean-up',
      run: async (cx) => void (await dropFetched(cx)),
      undo: { why: 'what it takes away is not needed on the way back' },
      attempts: 5,
      deadlineMs: minutes(5),
    },
  ];
}

async function rebuild(cx: StepContext<OnDisk>, { source, seed, columns }: NewDisk) {
  const { serverId } = cx.input;
  await updateServer(cx.db, serverId, { seed_version: sql<number>`seed_version + 1` });
  const { machine } = await machineSpec(cx.db, serverId, cx.settings.dnsResolvers);
  const order = { source, diskGb: machine.diskGb, seed: { ...machine.seed, ...seed } };
  await cx.engine.compute.rebuild(machineIdOf(serverId), order);
  const { sshKeyIds, ...fields } = columns;
  await inTransaction(cx.db, async (trx) => {
    await lockServer(trx, serverId);
    // The first boot applies the whole seed to the new disk, and clears the reason.
    const news = { boot_iso: false, seed_waits: [], status_reason: NOT_STARTED_YET, disk_replaced_by: cx.workflowId };
    await updateServer(trx, serverId, { ...fields, ...news });
    if (!sshKeyIds) return;
    // Some keys may have been deleted from the account in the meantime.
    const keys = await findSshKeys(trx, sshKeyIds);
    const ids = keys.map((key) => key.id);
    await replaceSshKeys(trx, serverId, ids);
  });
  // An ISO may stay in its drive, but the server must boot from the new disk.
  await cx.engine.compute.setMedia(machineIdOf(serverId), { ...machine.media, bootFrom: 'disk' });
  return undefined;
}

async function boot(cx: StepContext<OnDisk>) {
  await cx.engine.compute.start(machineIdOf(cx.input.serverId));
  return undefined;
}

async function powerOff(cx: StepContext<OnDisk>): Promise<void> {
  await cx.engine.compute.powerOff(machineIdOf(cx.input.serverId));
}

/** Starts a server that was running again with its old disk. A new disk that did not boot stays off, and the row has the reason. */
async function restartWithOldDisk(cx: StepContext<OnDisk>): Promise<void> {
  const { serverId, wasOff } = cx.input;
  const row = await cx.db.selectFrom('servers').select('disk_replaced_by').where('id', '=', serverId).executeTakeFirst();
  if (row?.disk_replaced_by !== cx.workflowId && !wasOff) await cx.engine.compute.start(machineIdOf(serverId));
  await observePower(cx);
}
