import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isNodeError } from '@innkeeper/engine/atomic';
import { Refusal } from '../terminal/refusal.ts';
import type { Listening } from '../transport/transport.ts';

/** An API whose supervisor was killed a moment ago is still about to end. */
const PATIENCE_MS = 5_000;
const POLL_MS = 100;

/** Found out before anything is installed or started. */
export async function refuseTakenPort(listening: Listening, patienceMs: number = PATIENCE_MS): Promise<void> {
  const { address, port } = listening;
  for (const deadline = Date.now() + patienceMs; ; await sleep(POLL_MS)) {
    try {
      return await listenOnce(listening);
    } catch (error) {
      if (isNodeError(error, 'EACCES'))
        throw new Refusal(`Only root can use port ${port}. Choose a port above 1023 with --port.`);
      if (isNodeError(error, 'EADDRNOTAVAIL'))
        throw new Refusal(`${address} is not an address of this host. Choose another with --listen.`);
      if (!isNodeError(error, 'EADDRINUSE')) throw error;
      if (Date.now() > deadline) throw new Refusal(`Port ${port} is used by another program. Choose another port with --port.`);
    }
  }
}

function listenOnce({ address, port }: Listening): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host: address, port, exclusive: true }, () => server.close(() => resolve()));
  });
}
