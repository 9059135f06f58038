import type { Server } from '@innkeeper/db/schema';
import { type LoadedServer, loadServer, sshKeyIdsOf } from '@innkeeper/db/tables/servers';
import { findSshKeys } from '@innkeeper/db/tables/ssh-keys';
import type { MutatingCx } from '@innkeeper/domain/context';
import { requireReferences } from '@innkeeper/domain/resources/references';
import { start } from '@innkeeper/domain/workflows/start';
import { invalid } from '@innkeeper/model/failures';

export interface RescueRequest {
  server: Server;
  /** The workflow that waits for the guest, which is ended. */
  over?: number | undefined;
  /** See `guest-passwords.ts`; null for none. */
  passwordHash: string | null;
  /** Default: those of the server. */
  sshKeys?: number[] | undefined;
}

/**
 * Boots the rescue system with the disk attached. A start, stop or restart that waits for the guest is ended. Only the password given here logs in there, never that of the server.
 * Throws `not_found`, `not_yours` (also for a key), `locked`, `wrong_state` in rescue mode, and `validation` when nobody
 * could log in.
 */
export async function enableServerRescue(cx: MutatingCx, input: RescueRequest): Promise<LoadedServer> {
  const { server, over } = input;
  const sshKeys = await keysFor(cx, server, input.sshKeys);
  if (sshKeys.length === 0 && input.passwordHash === null) {
    throw invalid('password', 'Set password or ssh_keys. This server has no SSH keys, so nobody could log in without them.');
  }
  await start(
    cx,
    'server.enable-rescue',
    server,
    { seed: { hostname: server.hostname, sshKeys, passwordHash: input.passwordHash }, wasOff: isOff(server) },
    {
      action: 'enableServerRescue',
      over: over === undefined ? undefined : { workflowId: over, reason: 'The server was put into rescue mode.' },
    },
  );
  return loadServer(cx.db, server.id);
}

export const isOff = ({ power }: Server): boolean => power === 'stopped' || power === 'crashed';

/** As lines: a key that is deleted meanwhile still opens what it was named for. */
async function keysFor(cx: MutatingCx, server: Server, wanted: number[] | undefined): Promise<string[]> {
  const keys = wanted
    ? await requireReferences(cx, 'ssh_key', wanted, 'ssh_keys')
    : await findSshKeys(cx.db, await sshKeyIdsOf(cx.db, server.id));
  return keys.map((key) => key.public_key);
}
