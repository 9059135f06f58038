/** Opens the files of images of the first host for the engine of a further node. */
import { type IncomingMessage, request } from 'node:http';
import type { Database } from '@innkeeper/db/schema';
import { findNodeLink } from '@innkeeper/db/tables/node-links';
import { EngineError } from '@innkeeper/engine/error';
import type { ImageLink, RemoteImage } from '@innkeeper/engine/images/port';
import type { Kysely } from 'kysely';
import { THIS_NODE } from '../installation/node.ts';
import type { LinkCertificate } from './certificate.ts';
import { connectToNode } from './connect.ts';
import { LINK_LIMITS } from './limits.ts';
import { imagePathOf } from './serve-images.ts';

/** Returns the link to the images of the first host. Failures may be retried. */
export function imagesOfFirstHost(db: Kysely<Database>, certificate: LinkCertificate): ImageLink {
  return {
    async open(imageId, signal) {
      try {
        return await openImage(db, certificate, { imageId, signal });
      } catch (cause) {
        if (cause instanceof EngineError) throw cause;
        const why = cause instanceof Error ? cause.message : String(cause);
        throw new EngineError('network', `the node ${THIS_NODE} sends no image: ${why}`, { cause });
      }
    },
  };
}

async function openImage(
  db: Kysely<Database>,
  certificate: LinkCertificate,
  { imageId, signal }: { imageId: number; signal: AbortSignal | undefined },
): Promise<RemoteImage> {
  const link = await findNodeLink(db, THIS_NODE);
  if (link === undefined) throw new Error('has no link: set node.listen on the first host');
  const socket = await connectToNode(link, certificate);
  try {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', () => socket.destroy(), { once: true });
    socket.setTimeout(LINK_LIMITS.idleMs, () => socket.destroy(new Error('sent nothing for too long')));
    // Without an agent, which would connect by itself.
    const asked = request({
      createConnection: () => socket,
      ...{ path: imagePathOf(imageId), maxHeaderSize: LINK_LIMITS.headerBytes },
    });
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      asked.once('response', resolve);
      // Never removed: an `error` event without a listener would end the process.
      asked.on('error', reject);
      // A reply with status 101 closes the request without another event.
      asked.once('close', () => reject(new Error('closed the connection without an answer')));
      asked.end();
    });
    if (response.statusCode !== 200) throw new Error(REFUSALS[response.statusCode ?? 0] ?? `answers ${response.statusCode}`);
    return { bytes: Number(response.headers['content-length']), content: response };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

const REFUSALS: Readonly<Record<number, string>> = {
  403: 'refuses this node',
  404: 'does not have the file of this image in its directory of images',
  503: 'is sending as many images as it can',
};
