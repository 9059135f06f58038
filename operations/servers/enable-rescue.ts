import type { Server } from '@innkeeper/db/schema';
import { type LoadedServer, loadServer, sshKeyIdsOf } from '@innkeeper/db/tables/servers';
import { findSshKeys } from '@innkeeper/db/tables/ssh-keys';
import type { MutatingCx } from '@innkeeper/domain/context';
import { requireReferences } from '@innkeeper/domain/resources/references';
import { startWorkflow } from '@innkeeper/domain/workflows/start';
import { invalid } from '@innkeeper/model/failures';

export interface RescueRequest {
  server: Server;
  /** Id of the workflow to end, which waits for the guest. */
  supersededWorkflowId?: number | undefined;
  /** Hash as in `guest-passwords.ts`, or `null` for no password. */
  passwordHash: string | null;
  /** Ids of SSH keys, by default the keys of the server. */
  sshKeys?: number[] | undefined;
}

/**
 * Boots the rescue system with the disk attached, and ends a start, stop or restart that waits for the guest. The password of the server
 * does not work there, only the password given here.
 *
 * Throws `not_found`, `not_yours` (also for a key), `locked`, `wrong_state` in rescue mode, and `validation` without any means to log in.
 */
export async function enableServerRescue(cx: MutatingCx, input: RescueRequest): Promise<LoadedServer> {
  const { server, supersededWorkflowId } = input;
  const sshKeys = await keysFor(cx, server, input.sshKeys);
  if (sshKeys.length === 0 && input.passwordHash === null) {
    throw invalid('password', 'Set password or ssh_keys. This server has no SSH keys, so nobody could log in without them.');
  }
  await startWorkflow(
    cx,
    'server.enable-rescue',
    server,
    { seed: { hostname: server.hostname, sshKeys, passwordHash: input.passwordHash }, wasOff: isOff(server) },
    {
      action: 'enableServerRescue',
      supersedes:
        supersededWorkflowId === undefined
          ? undefined
          : { workflowId: supersededWorkflowId, reason: 'The server was put into rescue mode.' },
    },
  );
  return loadServer(cx.db, server.id);
}

/** Returns whether the guest is off, because it was stopped or has crashed. */
export const isOff = ({ power }: Server): boolean => power === 'stopped' || power === 'crashed';

/** Returns the keys as lines. Rescue mode therefore accepts a key even if it is deleted from the account in the meantime. */
async function keysFor(cx: MutatingCx, server: Server, keyIds: number[] | undefined): Promise<string[]> {
  const keys = keyIds
    ? await requireReferences(cx, 'ssh_key', keyIds, 'ssh_keys')
    : await findSshKeys(cx.db, await sshKeyIdsOf(cx.db, server.id));
  return keys.map((key) => key.public_key);
}
