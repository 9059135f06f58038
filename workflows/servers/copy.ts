/**
 * Creates snapshots and backups. The disk is copied at one point in time while the server keeps running. The copy is complete once it has
 * been read back from its store.
 */
import type { Json } from '@innkeeper/db/schema';
import { backUpSooner } from '@innkeeper/db/tables/addons';
import { findCopy, updateCopy } from '@innkeeper/db/tables/copies';
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import type { DiskCopy } from '@innkeeper/engine/compute/port';
import { EngineError } from '@innkeeper/engine/error';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { hours, minutes } from '@innkeeper/model/time/clock';
import {
  defineWorkflow,
  type EndContext,
  NonRetryableError,
  type PollAfter,
  type RollbackCause,
  type StepContext,
} from '../define.ts';
import { locateCopy, transferOf } from '../steps/copy-files.ts';
import { restartAfterOutage } from '../steps/restart-after-outage.ts';

type Kind = 'server.snapshot' | 'server.backup';
type Input = InputOf<Kind>;
type Cx = StepContext<Input>;

/** Delay after which a failed weekly backup is retried, so that no week is missed. */
const WEEKLY_AGAIN_MS = hours(6);

const NO_ROOM = 'There is not enough disk space for the copy at the moment. Try again later.';

export const serverSnapshot = copying(
  'server.snapshot',
  'The snapshot could not be created. The server did not change. Try again later.',
);
export const serverBackup = copying(
  'server.backup',
  'The backup could not be created. The server did not change. Try again later.',
);

function copying(kind: Kind, failureMessage: string) {
  return defineWorkflow<Input>({
    kind,
    failureMessage,
    steps: [
      { name: 'copy', run: copyDisk, undo: dropScratch, attempts: 3, deadlineMs: hours(6) },
      { name: 'store', run: store, undo: removeStored, attempts: 10, deadlineMs: hours(12) },
      { name: 'verify', run: verify, undo: { why: 'it only reads' }, attempts: 10, deadlineMs: hours(6) },
      {
        name: 'clean-up',
        run: tidy,
        undo: { why: 'what it takes away is not needed on the way back' },
        attempts: 5,
        deadlineMs: minutes(5),
      },
    ],
    finish,
    undone,
  });
}

const scratchName = ({ input }: Pick<Cx, 'input'>): string => `copy-${input.copyId}.qcow2`;

async function copyDisk(cx: Cx): Promise<Json | PollAfter> {
  const boots = await restartAfterOutage(cx);
  if (boots) return boots;
  const to = await cx.engine.copies.scratch(scratchName(cx));
  try {
    const { onPercent } = transferOf(cx);
    const { frozen, bytes, sha256 } = await cx.engine.compute.copyDisk(machineIdOf(cx.input.serverId), { to }, onPercent);
    return { frozen, bytes, sha256 };
  } catch (error) {
    throw toNoRoomError(error);
  }
}

/** Removes the scratch file, and stops a copy that is still being written. */
async function dropScratch(cx: Cx): Promise<void> {
  const to = await cx.engine.copies.scratch(scratchName(cx));
  await cx.engine.compute.dropCopy(machineIdOf(cx.input.serverId), { to });
  await cx.engine.copies.dropScratch(scratchName(cx));
}

/** Stores the copy. The store is recorded before anything is written to it, so that the undo finds it even if the settings have changed. */
async function store(cx: Cx) {
  const boots = await restartAfterOutage(cx);
  if (boots) return boots;
  const copy = await findCopy(cx.db, cx.input.copyId);
  if (!copy?.object_key)
    throw new NonRetryableError('operator', 'The server no longer exists.', `copy ${cx.input.copyId} has no row`);
  const place = copy.target === null ? cx.engine.copies.storeFor(copy.kind) : cx.engine.copies.store(copy.target);
  await updateCopy(cx.db, copy.id, { target: place.name });
  try {
    const path = await cx.engine.copies.scratch(scratchName(cx));
    await place.put(copy.object_key, { path, ...copied(cx) }, transferOf(cx));
  } catch (error) {
    throw toNoRoomError(error);
  }
  return undefined;
}

async function removeStored(cx: Cx): Promise<void> {
  const copy = await findCopy(cx.db, cx.input.copyId);
  if (copy?.target && copy.object_key) await cx.engine.copies.store(copy.target).remove(copy.object_key);
}

async function verify(cx: Cx) {
  const boots = await restartAfterOutage(cx);
  if (boots) return boots;
  const { place, key } = await locateCopy(cx, cx.input.copyId);
  await place.verify(key, copied(cx), transferOf(cx));
  return undefined;
}

async function tidy(cx: Cx) {
  await dropScratch(cx);
  return undefined;
}

async function finish(cx: EndContext<Input>): Promise<void> {
  const { bytes, sha256, frozen } = copied(cx);
  const verified_at = cx.clock.now();
  const copy = await findCopy(cx.db, cx.input.copyId);
  const location = copy?.target && cx.engine.copies.store(copy.target).location;
  await updateCopy(cx.db, cx.input.copyId, {
    status: 'ready',
    bytes: BigInt(bytes),
    sha256,
    frozen,
    verified_at,
    ...(location ? { node_id: null } : {}),
  });
}

async function undone(cx: EndContext<Input>, why: RollbackCause): Promise<void> {
  await updateCopy(cx.db, cx.input.copyId, { status: 'failed', status_reason: why.reason });
  const copy = await findCopy(cx.db, cx.input.copyId);
  if (copy?.origin === 'weekly') await backUpSooner(cx.db, copy.server_id, new Date(cx.clock.now().getTime() + WEEKLY_AGAIN_MS));
}

type Copied = Pick<DiskCopy, 'bytes' | 'sha256' | 'frozen'>;

function copied({ memory }: Pick<Cx, 'memory'>): Copied {
  return memory.copy as unknown as Copied;
}

function toNoRoomError(error: unknown): unknown {
  const full = error instanceof EngineError && error.kind === 'disk_full';
  return full ? new NonRetryableError('operator', NO_ROOM, error.message, error) : error;
}
