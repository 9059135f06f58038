import { takeConsoleTicket } from '@innkeeper/db/tables/console-tickets';
import { Failure } from '@innkeeper/model/failures';
import { type CredentialKey, findValidCredentials } from '../access/credentials.ts';
import type { Cx } from '../context.ts';
import { findConsoleServer, refuseUnlessRunning } from './running.ts';
import { credentialOfTicket, hashOfSecret } from './tickets.ts';

export interface ConsoleUse {
  serverId: number;
  /** Name of the node. */
  node: string;
  accountId: number;
  /** Credential that requested the ticket. */
  asker: CredentialKey;
}

/**
 * Redeems a console ticket, which is then used, and returns its server. Throws `not_found` for an unknown, used or expired secret, or if
 * the credential is no longer valid. Throws `wrong_state` if the server is not running.
 */
export async function useConsoleTicket(
  { db, clock, settings }: Pick<Cx, 'db' | 'clock' | 'settings'>,
  secret: string,
): Promise<ConsoleUse> {
  const now = clock.now();
  const ticket = await takeConsoleTicket(db, hashOfSecret(secret), now);
  if (!ticket) throw new Failure('not_found');
  const { server_id: serverId, account_id: accountId } = ticket;
  const asker = credentialOfTicket(ticket);
  const validity = { now, idleSince: new Date(now.getTime() - settings.sessions.idleMs), forWriting: true };
  const [server, holding] = await Promise.all([findConsoleServer(db, serverId), findValidCredentials(db, [asker], validity)]);
  if (server?.account_id !== accountId || holding.get(asker) !== accountId) throw new Failure('not_found');
  refuseUnlessRunning(server);
  return { serverId, node: server.node, accountId, asker };
}
