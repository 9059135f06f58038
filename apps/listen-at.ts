/** Listens on an address that the operator chose. */
import type { Server } from 'node:net';
import { isNodeError } from '@innkeeper/engine/atomic';
import { type Endpoint, formatEndpoint } from '@innkeeper/model/outgoing-http/endpoints';
import { FatalStart } from './processes/messages.ts';

export interface ListenPurpose {
  /** Configuration key of the address. */
  setting: string;
  /** Continues `ADDRESS, where`, such as `metrics would be served`. */
  purpose: string;
}

/** Error of an address that this host does not have, or not yet. */
export class NotOwnAddress extends FatalStart {}

/** Starts to listen. Throws `NotOwnAddress` if the address is not of this host, and `FatalStart` if another program uses it. */
export async function listenAt(server: Server, endpoint: Endpoint, { setting, purpose }: ListenPurpose): Promise<void> {
  const { address, port } = endpoint;
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: address, port, exclusive: true }, () => {
        server.off('error', reject);
        // A connection that cannot be accepted must not end the process.
        server.on('error', () => {});
        resolve();
      });
    });
  } catch (error) {
    const at = formatEndpoint(endpoint);
    if (isNodeError(error, 'EADDRINUSE'))
      throw new FatalStart(`${at}, where ${purpose}, is used by another program. Choose another port in ${setting}.`);
    if (isNodeError(error, 'EADDRNOTAVAIL'))
      throw new NotOwnAddress(`${address} in ${setting} is not an address of this host. Choose another.`);
    throw error;
  }
}
