/** Replaces the disk of a server with a snapshot or backup. The server keeps its current name, SSH keys and password. */
import { findCopy } from '@innkeeper/db/tables/copies';
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import type { Seed } from '@innkeeper/engine/compute/port';
import { defineWorkflow, NonRetryableError, type StepContext } from '../define.ts';
import { fetchCopy, fetchedCopy } from '../steps/copy-files.ts';
import { endRunning, endUnchanged } from '../steps/power-ends.ts';
import { type NewDisk, replaceDisk } from '../steps/replace-disk.ts';

type Input = InputOf<'server.restore'>;

export const serverRestore = defineWorkflow<Input>({
  kind: 'server.restore',
  failureMessage: 'The server could not be restored. Try again, or contact support.',
  steps: replaceDisk<Input>(fetch, copiedDisk),
  finish: endRunning,
  undone: endUnchanged,
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
    columns: { image_id: copy.image_id },
  };
}

/**
 * Returns the settings that the guest takes over from the seed on a disk from a copy of the same server. The host keys stay, because the
 * machine is the same. The current SSH keys are set, so that keys revoked after the copy stay revoked. The current password is set, if the
 * server has a password from us.
 */
function seedOfSameServer(passwordHash: string | null): Pick<Seed, 'amends'> {
  return { amends: passwordHash === null ? ['sshKeys'] : ['sshKeys', 'password'] };
}
