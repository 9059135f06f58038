/** Listens at `node.listen`, also if a VPN or a second network card brings the address up after the worker starts. */
import type { Server } from 'node:net';
import { type Endpoint, formatEndpoint } from '@innkeeper/model/outgoing-http/endpoints';
import { listenAt, NotOwnAddress } from '../listen-at.ts';
import { repeat } from './repeat.ts';
import { sparseReport } from './sparse-report.ts';

/** Interval in milliseconds of further tries, which a test shortens. */
const TRY_EVERY_MS = 5_000;

/**
 * Starts to listen. Tries again until it works if this host does not have the address, and logs that once a minute. Throws `FatalStart` if
 * another program uses the address. Returns a function that ends the tries.
 */
export async function listenWhenUp(
  server: Server,
  endpoint: Endpoint,
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void },
  everyMs: number = TRY_EVERY_MS,
): Promise<() => Promise<void>> {
  const listen = () => listenAt(server, endpoint, { setting: 'node.listen', purpose: 'other nodes would connect' });
  const report = sparseReport<Error>(({ message }) =>
    log.warn({ why: message }, 'other nodes cannot reach this one yet: node.listen is tried again'),
  );
  try {
    await listen();
    return async () => {};
  } catch (error) {
    if (!(error instanceof NotOwnAddress)) throw error;
    report(error);
  }
  return repeat(
    async () => {
      if (server.listening) return;
      await listen().catch((error: unknown) => report(error as Error));
      if (server.listening) log.info({ at: formatEndpoint(endpoint) }, 'other nodes can reach this one now');
    },
    { everyMs, failed: () => {} },
  );
}
