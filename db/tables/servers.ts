/**
 * Servers: their rows, one at a time. `servers/load.ts` loads everything that is shown of servers, and `servers/list.ts` returns pages of
 * ids.
 */
import type { Kysely } from 'kysely';
import type { Database } from '../schema.ts';

export { idsOfServers, type ServerSort, type ServersQuery } from './servers/list.ts';
export { loadServer, loadServers, loadShownServers } from './servers/load.ts';
export { insertServer, insertServers, lockServer, type NewServer, updateServer } from './servers/rows.ts';
export type { LoadedServer, ShownAddon, ShownServer } from './servers/shown.ts';
export { readServerSummaries, type SummariesQuery, type SummaryRow } from './servers/summaries.ts';

/** Adds SSH keys that may log in to one or several servers. Skips keys that a server already has. */
export async function linkSshKeys(
  trx: Kysely<Database>,
  serverIds: number | readonly number[],
  sshKeyIds: readonly number[],
): Promise<void> {
  if (sshKeyIds.length === 0) return;
  const servers = typeof serverIds === 'number' ? [serverIds] : serverIds;
  await trx
    .insertInto('server_ssh_keys')
    .values(servers.flatMap((server_id) => sshKeyIds.map((ssh_key_id) => ({ server_id, ssh_key_id }))))
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/** Replaces the SSH keys that may log in to a server. */
export async function replaceSshKeys(trx: Kysely<Database>, serverId: number, sshKeyIds: readonly number[]): Promise<void> {
  await trx.deleteFrom('server_ssh_keys').where('server_id', '=', serverId).execute();
  await linkSshKeys(trx, serverId, sshKeyIds);
}

/** Lists the ids of the SSH keys that may log in to a server. */
export async function sshKeyIdsOf(db: Kysely<Database>, serverId: number): Promise<number[]> {
  const rows = await db.selectFrom('server_ssh_keys').select('ssh_key_id').where('server_id', '=', serverId).execute();
  return rows.map((row) => row.ssh_key_id);
}
