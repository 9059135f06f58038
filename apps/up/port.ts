import { createServer } from 'node:net';
import { isNodeError } from '@innkeeper/engine/atomic';
import { Refusal } from '../terminal/refusal.ts';
import type { Listening } from '../transport/transport.ts';

/** Found out before anything is installed or started. */
export async function refuseTakenPort({ address, port }: Listening): Promise<void> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: address, port, exclusive: true }, resolve);
    });
  } catch (error) {
    if (isNodeError(error, 'EADDRINUSE')) throw new Refusal(`Port ${port} is taken by another program. Choose one with --port.`);
    if (isNodeError(error, 'EACCES'))
      throw new Refusal(`Port ${port} may only be used by root. Choose one above 1023 with --port.`);
    if (isNodeError(error, 'EADDRNOTAVAIL')) throw new Refusal(`${address} is not an address of this machine.`);
    throw error;
  } finally {
    server.close();
  }
}
