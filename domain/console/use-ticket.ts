import { takeConsoleTicket } from '@innkeeper/db/tables/console-tickets';
import { Failure } from '@innkeeper/model/failures';
import { holdingTokens } from '../access/tokens.ts';
import type { Cx } from '../context.ts';
import { findShown, refuseUnlessRunning } from './running.ts';
import { hashOfSecret } from './tickets.ts';

export interface ConsoleUse {
  serverId: number;
  /** Its name. */
  node: string;
  accountId: number;
  tokenId: number;
}

/**
 * The server whose console a secret opens; the secret then is used up. Throws `not_found` for an unknown, used or expired one,
 * `wrong_state`.
 */
export async function useConsoleTicket({ db, clock }: Pick<Cx, 'db' | 'clock'>, secret: string): Promise<ConsoleUse> {
  const now = clock.now();
  const ticket = await takeConsoleTicket(db, hashOfSecret(secret), now);
  if (!ticket) throw new Failure('not_found');
  const { server_id: serverId, account_id: accountId, token_id: tokenId } = ticket;
  const [server, holding] = await Promise.all([findShown(db, serverId), holdingTokens(db, [tokenId], now, { toWrite: true })]);
  if (server?.account_id !== accountId || !holding.has(tokenId)) throw new Failure('not_found');
  refuseUnlessRunning(server);
  return { serverId, node: server.node, accountId, tokenId };
}
