/** Sets the SSH keys that can log in, and removes all others. The rows have the new keys from the request on. */
import type { Database } from '@innkeeper/db/schema';
import { replaceSshKeys } from '@innkeeper/db/tables/servers';
import { findSshKeys } from '@innkeeper/db/tables/ssh-keys';
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import type { Kysely } from 'kysely';
import { defineWorkflow, type EndContext } from '../define.ts';
import { type Access, applySteps } from '../steps/access.ts';

type Input = InputOf<'server.set-ssh-keys'>;

const sshKeys: Access<Input> = {
  part: 'ssh_keys',
  async applyToGuest(cx, which) {
    return cx.engine.compute.guest.setSshKeys(machineIdOf(cx.input.serverId), await linesOf(cx.db, cx.input[which]));
  },
  seed: async (cx, which) => ({ sshKeys: await linesOf(cx.db, cx.input[which]) }),
};

export const serverSetSshKeys = defineWorkflow<Input>({
  kind: 'server.set-ssh-keys',
  failureMessage: 'The SSH keys could not be set and did not change. Try again, or contact support.',
  steps: applySteps(sshKeys),
  finish: async () => {},
  undone: putBack,
});

/** Returns the public keys. Keys that were deleted from the account in the meantime are left out. */
async function linesOf(db: Kysely<Database>, ids: readonly number[]): Promise<string[]> {
  return (await findSshKeys(db, ids)).map((key) => key.public_key);
}

async function putBack({ db, input }: EndContext<Input>): Promise<void> {
  const there = await findSshKeys(db, input.old);
  await replaceSshKeys(
    db,
    input.serverId,
    there.map((key) => key.id),
  );
}
