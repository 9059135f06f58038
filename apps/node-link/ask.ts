/** Sends a request to the worker of another node. */
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { Database } from '@innkeeper/db/schema';
import { findNodeLink } from '@innkeeper/db/tables/node-links';
import type { Kysely } from 'kysely';
import type { LinkCertificate } from './certificate.ts';
import { connectToNode } from './connect.ts';
import { LINK_LIMITS } from './limits.ts';

export interface Question {
  method: 'GET' | 'POST';
  path: string;
  /** Body as JSON. */
  body?: object;
  /** Protocol to change to. The socket then carries its bytes, if the status is 101. */
  upgrade?: string;
  signal?: AbortSignal | undefined;
}

export interface Answer {
  response: IncomingMessage;
  /** Connection of this request alone. */
  socket: TLSSocket;
}

/**
 * Asks a node. The caller ends the answer's connection. Throws an error whose message continues `node b` if there is no link, the worker
 * does not answer in time, or has another certificate.
 */
export async function askNode(
  db: Kysely<Database>,
  own: LinkCertificate,
  node: string,
  { method, path, body, upgrade, signal }: Question,
): Promise<Answer> {
  const link = await findNodeLink(db, node);
  if (link === undefined) throw new Error('has no link: set node.listen on both hosts');
  const socket = await connectToNode(link, own);
  const late = setTimeout(() => socket.destroy(new Error('does not answer')), LINK_LIMITS.answerMs);
  try {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', () => socket.destroy(), { once: true });
    const content = body && JSON.stringify(body);
    // Without an agent, which would connect by itself.
    const asked = request({
      createConnection: () => socket,
      ...{ method, path, maxHeaderSize: LINK_LIMITS.headerBytes },
      headers: {
        ...(upgrade && { connection: 'Upgrade', upgrade }),
        ...(content && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
      },
    });
    return { response: await answerOf(asked, { content, upgrades: upgrade !== undefined }), socket };
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(late);
  }
}

function answerOf(
  asked: ClientRequest,
  { content, upgrades }: { content: string | undefined; upgrades: boolean },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    asked.once('response', resolve);
    if (upgrades)
      asked.once('upgrade', (response, socket, head) => {
        if (head.length > 0) socket.unshift(head);
        resolve(response);
      });
    // Never removed: an `error` event without a listener would end the process.
    asked.on('error', reject);
    // A reply with status 101 that nobody asked for closes the request without another event.
    asked.once('close', () => reject(new Error('closed the connection without an answer')));
    asked.end(content);
  });
}
