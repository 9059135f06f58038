/** Replaces a server's disk by a snapshot or backup. Name, keys and password stay those of the server. */
import { findCopy } from '@innkeeper/db/tables/copies';
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import type { Seed } from '@innkeeper/engine/compute/port';
import { defineWorkflow, NonRetryableError, type StepContext } from '../define.ts';
import { fetchCopy, fetchedCopy } from '../steps/copy-files.ts';
import { endAsSeen, endRunning } from '../steps/power-ends.ts';
import { type NewDisk, replaceDisk } from '../steps/replace-disk.ts';

type Input = InputOf<'server.restore'>;

export const serverRestore = defineWorkflow<Input>({
  kind: 'server.restore',
  failureMessage: 'The server could not be restored. Try again, or contact support.',
  steps: replaceDisk<Input>(fetch, copiedDisk),
  finish: endRunning,
  undone: endAsSeen,
});

async function fetch(cx: StepContext<Input>) {
  await fetchCopy(cx, cx.input.copyId);
  return undefined;
}

async function copiedDisk(cx: StepContext<Input>): Promise<NewDisk> {
  const { serverId, copyId } = cx.input;
  const copy = await findCopy(cx.db, copyId);
  if (!copy) throw new NonRetryableError('operator', 'The copy no longer exists.', `copy ${copyId} has no row`);
  const server = await cx.db
    .selectFrom('servers')
    .select('root_password_hash')
    .where('id', '=', serverId)
    .executeTakeFirstOrThrow();
  return {
    source: { from: 'copy', path: await fetchedCopy(cx), format: 'qcow2' },
    seed: { startupScript: null, ...(copy.server_id === serverId ? seedOfSameServer(server.root_password_hash) : {}) },
    truth: { image_id: copy.image_id },
  };
}

/**
 * A server's own copy is no new machine: it keeps its host keys. Keys that were revoked since stay revoked; the password is
 * the present one, unless the server never had one from us.
 */
function seedOfSameServer(passwordHash: string | null): Pick<Seed, 'amends'> {
  return { amends: passwordHash === null ? ['sshKeys'] : ['sshKeys', 'password'] };
}
