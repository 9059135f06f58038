import { pause } from './pause.ts';
import type { Client, Output } from './types.ts';

type Server = Output<'getServer'>;

export interface WaitOptions {
  /** Milliseconds until it gives up. Ten minutes unless given. */
  timeout?: number;
  /** Milliseconds between two looks. A second unless given. */
  interval?: number;
  signal?: AbortSignal;
}

/** A server did not become what was waited for. */
export class WaitTimeout extends Error {
  /** How it was at the last look. */
  readonly server: Server;

  constructor(server: Server, timeout: number) {
    super(`Server ${server.id} did not get there within ${timeout / 1000} s; its state is ${server.state.join(', ')}.`);
    this.name = 'WaitTimeout';
    this.server = server;
  }
}

/**
 * Looks at a server until `isReady` holds of it. `isReady` may throw to give up early, and is a good place to show progress.
 * `waitForServer(client, 7, (server) => server.locked === null && server.state.includes('running'))`
 */
export async function waitForServer(
  client: Pick<Client, 'getServer'>,
  id: number,
  isReady: (server: Server) => boolean,
  { timeout = 600_000, interval = 1_000, signal }: WaitOptions = {},
): Promise<Server> {
  const options = signal ? { signal } : {};
  const end = performance.now() + timeout;
  for (;;) {
    const server = await client.getServer({ id }, options);
    if (isReady(server)) return server;
    if (performance.now() + interval > end) throw new WaitTimeout(server, timeout);
    await pause(interval, signal);
  }
}
