import { takeConsoleTicket } from '@innkeeper/db/tables/console-tickets';
import { Failure } from '@innkeeper/model/failures';
import { type CredentialKey, holdingCredentials } from '../access/credentials.ts';
import type { Cx } from '../context.ts';
import { findShown, refuseUnlessRunning } from './running.ts';
import { askerOf, hashOfSecret } from './tickets.ts';

export interface ConsoleUse {
  serverId: number;
  /** Its name. */
  node: string;
  accountId: number;
  /** Of whoever asked for it. */
  asker: CredentialKey;
}

/**
 * The server whose console a secret opens; the secret then is used up. Throws `not_found` for an unknown, used or expired one,
 * `wrong_state`.
 */
export async function useConsoleTicket(
  { db, clock, settings }: Pick<Cx, 'db' | 'clock' | 'settings'>,
  secret: string,
): Promise<ConsoleUse> {
  const now = clock.now();
  const ticket = await takeConsoleTicket(db, hashOfSecret(secret), now);
  if (!ticket) throw new Failure('not_found');
  const { server_id: serverId, account_id: accountId } = ticket;
  const asker = askerOf(ticket);
  const asked = { now, idleSince: new Date(now.getTime() - settings.sessions.idleMs), toWrite: true };
  const [server, holding] = await Promise.all([findShown(db, serverId), holdingCredentials(db, [asker], asked)]);
  if (server?.account_id !== accountId || holding.get(asker) !== accountId) throw new Failure('not_found');
  refuseUnlessRunning(server);
  return { serverId, node: server.node, accountId, asker };
}
