import { countConsoleTickets, lockConsoleTicket, shortenConsoleTicket } from '@innkeeper/db/tables/console-tickets';
import { inTransaction } from '@innkeeper/db/transaction';
import { Failure } from '@innkeeper/model/failures';
import { minutes } from '@innkeeper/model/time/clock';
import { findValidCredentials } from '../access/credentials.ts';
import type { Cx } from '../context.ts';
import { hasScreen } from './running.ts';
import { credentialOfTicket, hashOfSecret, makeConsoleTicket, TICKET_VALID_MS } from './tickets.ts';

/** Validity in milliseconds of the next secret. A page renews its secret while its console is open, so the secret is always fresh. */
const NEXT_GOOD_MS = minutes(10);
/** Time in milliseconds in which a used secret may be renewed again. The reply may have been lost with the connection. */
const AGAIN_MS = minutes(1);
/** Maximum number of tickets per account. Ten pages that renew every few minutes use a tenth of it. */
const MAX_PER_ACCOUNT = 500;

export interface RenewedConsole {
  /** Secret that opens the console, once, within a minute. */
  secret: string;
  /** Secret for the next renewal. */
  next: string;
  server: { id: number; hostname: string };
  /** `true` if the machine has a screen now. */
  running: boolean;
}

/**
 * Exchanges a secret for two: one opens the console, the other is for the next renewal. Renewals work until the token, session or server
 * ends, at most 12 hours after the console was requested. Throws `not_found`, and `rate_limited` if the account has too many tickets.
 */
export function renewConsole(
  { db, clock, settings }: Pick<Cx, 'db' | 'clock' | 'settings'>,
  secret: string,
): Promise<RenewedConsole> {
  return inTransaction(db, async (trx) => {
    const now = clock.now();
    const ticket = await lockConsoleTicket(trx, hashOfSecret(secret), now);
    if (!ticket || ticket.renewable_until <= now) throw new Failure('not_found');
    const { account_id, token_id, session_id, server_id, renewable_until } = ticket;
    const credential = credentialOfTicket(ticket);
    const server = await trx
      .selectFrom('servers')
      .select(['id', 'hostname', 'account_id', 'status', 'power', 'rescue'])
      .where('id', '=', server_id)
      .executeTakeFirst();
    const idleSince = new Date(now.getTime() - settings.sessions.idleMs);
    const accountByCredential = await findValidCredentials(trx, [credential], { now, idleSince, forWriting: true });
    if (
      server?.account_id !== account_id ||
      server.status === 'terminated' ||
      accountByCredential.get(credential) !== account_id
    ) {
      throw new Failure('not_found');
    }
    if ((await countConsoleTickets(trx, account_id)) >= MAX_PER_ACCOUNT) throw new Failure('rate_limited', { retryAfter: 60 });
    await shortenConsoleTicket(trx, hashOfSecret(secret), new Date(now.getTime() + AGAIN_MS));
    const make = (goodMs: number) =>
      makeConsoleTicket(trx, {
        account_id,
        token_id,
        session_id,
        server_id,
        renewable_until,
        expires_at: new Date(now.getTime() + goodMs),
      });
    return {
      secret: await make(TICKET_VALID_MS),
      next: await make(NEXT_GOOD_MS),
      server: { id: server.id, hostname: server.hostname },
      running: hasScreen(server),
    };
  });
}
