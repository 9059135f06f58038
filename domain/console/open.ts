import { hours, minutes } from '@innkeeper/model/clock';
import type { MutatingCx } from '../context.ts';
import { record } from '../record.ts';
import { ownServerToWatch, refuseUnlessRunning } from './running.ts';
import { makeConsoleTicket } from './tickets.ts';

/** Long enough for a browser to load what will open it. */
export const GOOD_MS = minutes(1);
/** A page that stays open may come back for as long as this without a new call of `openConsole`. */
const RENEWABLE_MS = hours(12);

/**
 * A secret by which the console of a server can be opened once, soon; only its hash is kept. Throws `not_found`, `not_yours`,
 * `wrong_state`.
 */
export async function openConsole(cx: MutatingCx, input: { server: number }): Promise<{ secret: string; expiresAt: Date }> {
  const server = await ownServerToWatch(cx, input.server);
  refuseUnlessRunning(server);
  const now = cx.clock.now().getTime();
  const expiresAt = new Date(now + GOOD_MS);
  const secret = await makeConsoleTicket(cx.db, {
    account_id: cx.caller.accountId,
    token_id: cx.caller.tokenId,
    server_id: server.id,
    expires_at: expiresAt,
    renewable_until: new Date(now + RENEWABLE_MS),
  });
  await record(cx, 'openConsole', { kind: 'server', id: server.id });
  return { secret, expiresAt };
}
