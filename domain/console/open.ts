import { createHash, randomBytes } from 'node:crypto';
import { insertConsoleTicket } from '@innkeeper/db/tables/console-tickets';
import { minutes } from '@innkeeper/model/clock';
import type { MutatingCx } from '../context.ts';
import { record } from '../record.ts';
import { ownServerToWatch, refuseUnlessRunning } from './running.ts';

/** Long enough for a browser to load what will open it. */
const GOOD_MS = minutes(1);

/**
 * A secret by which the console of a server can be opened once, soon; only its hash is kept. Throws `not_found`, `not_yours`,
 * `wrong_state`.
 */
export async function openConsole(cx: MutatingCx, input: { server: number }): Promise<{ secret: string; expiresAt: Date }> {
  const server = await ownServerToWatch(cx, input.server);
  refuseUnlessRunning(server);
  const secret = randomBytes(32).toString('base64url');
  const expiresAt = new Date(cx.clock.now().getTime() + GOOD_MS);
  await insertConsoleTicket(cx.db, {
    secret_hash: hashOfSecret(secret),
    account_id: cx.caller.accountId,
    token_id: cx.caller.tokenId,
    server_id: server.id,
    expires_at: expiresAt,
  });
  await record(cx, 'openConsole', { kind: 'server', id: server.id });
  return { secret, expiresAt };
}

export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
