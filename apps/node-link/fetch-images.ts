/** Opens the files of images of the first host for the engine of a further node. */
import type { IncomingMessage } from 'node:http';
import type { Database } from '@innkeeper/db/schema';
import { EngineError } from '@innkeeper/engine/error';
import type { ImageLink } from '@innkeeper/engine/images/port';
import type { Kysely } from 'kysely';
import { THIS_NODE } from '../installation/node.ts';
import { askNode } from './ask.ts';
import type { LinkCertificate } from './certificate.ts';
import { LINK_LIMITS } from './limits.ts';
import { imagePathOf } from './serve-images.ts';
import { Slots } from './slots.ts';

/** Returns the link to the images of the first host, which sends only some files at a time. Failures may be retried. */
export function imagesOfFirstHost(db: Kysely<Database>, certificate: LinkCertificate): ImageLink {
  const slots = new Slots(LINK_LIMITS.transfersPerNode);
  return {
    async open(imageId, signal) {
      const free = await slots.take(signal);
      try {
        const { content, bytes } = await openImage(db, certificate, { imageId, signal });
        content.once('close', free);
        return { content, bytes };
      } catch (cause) {
        free();
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
): Promise<{ bytes: number; content: IncomingMessage }> {
  const { response, socket } = await askNode(db, certificate, THIS_NODE, { method: 'GET', path: imagePathOf(imageId), signal });
  if (response.statusCode !== 200) {
    socket.destroy();
    throw new Error(REFUSALS[response.statusCode ?? 0] ?? `answers ${response.statusCode}`);
  }
  socket.setTimeout(LINK_LIMITS.idleMs, () => socket.destroy(new Error('sent nothing for too long')));
  return { bytes: Number(response.headers['content-length']), content: response };
}

const REFUSALS: Readonly<Record<number, string>> = {
  403: 'refuses this node',
  404: 'does not have the file of this image in its directory of images',
  503: 'is sending as many images as it can',
};
