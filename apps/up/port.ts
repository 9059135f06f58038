import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isNodeError } from '@innkeeper/engine/atomic';
import { CommandError } from '../terminal/command-error.ts';
import type { ListenSettings } from '../transport/transport.ts';

/** Time in milliseconds to wait for an API whose supervisor was just killed. Such an API ends soon. */
const MAX_WAIT_MS = 5_000;
const POLL_MS = 100;

/** Throws a `CommandError` if the API could not listen on its port. Called before anything is installed or started. */
export async function refuseTakenPort(listening: ListenSettings, maxWaitMs: number = MAX_WAIT_MS): Promise<void> {
  const { address, port } = listening;
  for (const deadline = Date.now() + maxWaitMs; ; await sleep(POLL_MS)) {
    try {
      return await listenOnce(listening);
    } catch (error) {
      if (isNodeError(error, 'EACCES'))
        throw new CommandError(`Only root can use port ${port}. Choose a port above 1023 with --port.`);
      if (isNodeError(error, 'EADDRNOTAVAIL'))
        throw new CommandError(`${address} is not an address of this host. Choose another with --listen.`);
      if (!isNodeError(error, 'EADDRINUSE')) throw error;
      if (Date.now() > deadline)
        throw new CommandError(`Port ${port} is used by another program. Choose another port with --port.`);
    }
  }
}

function listenOnce({ address, port }: ListenSettings): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host: address, port, exclusive: true }, () => server.close(() => resolve()));
  });
}
