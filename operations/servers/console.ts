/** The console of a server: screen, keyboard and serial log. */
import { audit } from '@innkeeper/domain/audit';
import { plainText } from '@innkeeper/domain/console/plain-text';
import { nodeOf } from '@innkeeper/domain/console/running';
import { credentialColumns, makeConsoleTicket, TICKET_VALID_MS } from '@innkeeper/domain/console/tickets';
import type { Cx, MutatingRequestCx } from '@innkeeper/domain/context';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { hours } from '@innkeeper/model/time/clock';
import { presentConsole } from '@innkeeper/present/console';
import type { Input, Reply, Services } from '../define.ts';

/** Time for which an open page can reconnect without another call of `openConsole`. */
const RENEWABLE_MS = hours(12);

const MAX_LOG_BYTES = 64 * 1024;

/**
 * Returns the addresses of the console, whose secret opens it once, within a short time. Only the hash of the secret is stored. Also works
 * while the server is locked, because a console helps to watch a failing boot.
 */
export async function openConsole(cx: MutatingRequestCx, { server }: Input<'openConsole'>): Promise<Reply<'openConsole'>> {
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
  return presentConsole(cx.url, { secret, expiresAt });
}

/** Returns the screen as PNG. Throws `wrong_state` if the server has just stopped, and `not_supported`. */
export async function getConsoleScreenshot(
  cx: Cx,
  { server }: Input<'getConsoleScreenshot'>,
  { guests }: Pick<Services, 'guests'>,
): Promise<Reply<'getConsoleScreenshot'>> {
  return guests(await nodeOf(cx.db, server)).screenshot(machineIdOf(server.id));
}

/** Returns the end of the serial console, or an empty string for a server without one. Throws `not_supported`. */
export async function getConsoleLog(
  cx: Cx,
  { server }: Input<'getConsoleLog'>,
  { guests }: Pick<Services, 'guests'>,
): Promise<Reply<'getConsoleLog'>> {
  if (server.power === 'absent') return '';
  const bytes = await guests(await nodeOf(cx.db, server)).consoleLog(machineIdOf(server.id));
  return plainText(bytes.subarray(-MAX_LOG_BYTES));
}
