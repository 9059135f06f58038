import type { Server } from '@innkeeper/db/schema';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import { credentialColumns, makeConsoleTicket, TICKET_VALID_MS } from '@innkeeper/domain/console/tickets';
import type { MutatingCx } from '@innkeeper/domain/context';
import { hours } from '@innkeeper/model/clock';

/** Time for which an open page can reconnect without another call of `openConsole`. */
const RENEWABLE_MS = hours(12);

/**
 * Returns a secret that opens the console of a server once, within a short time. Only its hash is stored. Also works while the server is
 * locked, because a console helps to watch a failing boot.
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
    ...credentialColumns(cx.actor),
    server_id: server.id,
    expires_at: expiresAt,
    renewable_until: new Date(now + RENEWABLE_MS),
  });
  await audit(cx, 'openConsole', { kind: 'server', id: server.id });
  return { secret, expiresAt };
}
