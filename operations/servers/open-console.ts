import type { Server } from '@innkeeper/db/schema';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import { askedFor, makeConsoleTicket, TICKET_VALID_MS } from '@innkeeper/domain/console/tickets';
import type { MutatingCx } from '@innkeeper/domain/context';
import { hours } from '@innkeeper/model/clock';

/** A page that stays open may come back for as long as this without a new call of `openConsole`. */
const RENEWABLE_MS = hours(12);

/**
 * A secret that opens the console of a server once, within a short time; only its hash is stored. Also while the server is
 * locked: a console is for watching a boot that fails.
 */
export async function openConsole(
  cx: MutatingCx<Customer>,
  input: { server: Server },
): Promise<{ secret: string; expiresAt: Date }> {
  const { server } = input;
  const now = cx.clock.now().getTime();
  const expiresAt = new Date(now + TICKET_VALID_MS);
  const secret = await makeConsoleTicket(cx.db, {
    account_id: cx.actor.accountId,
    ...askedFor(cx.actor),
    server_id: server.id,
    expires_at: expiresAt,
    renewable_until: new Date(now + RENEWABLE_MS),
  });
  await audit(cx, 'openConsole', { kind: 'server', id: server.id });
  return { secret, expiresAt };
}
