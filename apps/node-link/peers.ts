/** Reaches machines on other nodes over the link, for running machines that move to them. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Database } from '@innkeeper/db/schema';
import type { MovedState } from '@innkeeper/engine/compute/move-port';
import type { PeersPort } from '@innkeeper/engine/compute/peers-port';
import { EngineError } from '@innkeeper/engine/error';
import type { MoveRequest } from '@innkeeper/model/net/node-link';
import { serverIdOf } from '@innkeeper/model/servers/machine-names';
import type { Kysely } from 'kysely';
import { bodyOf } from '../guest-access/bounded-body.ts';
import { askNode } from './ask.ts';
import type { LinkCertificate } from './certificate.ts';
import { LINK_LIMITS } from './limits.ts';
import { MoveRefusal, movePathOf, STREAM_PROTOCOL } from './move-requests.ts';

/** Returns the peers of a node with a link. */
export function linkPeers(db: Kysely<Database>, certificate: LinkCertificate): PeersPort {
  /** Sends a request, and returns the connection of an answer with the status `expected`. */
  const ask = async (
    node: string,
    machineId: string,
    { what, body, expected }: { what: MoveRequest; body?: MovedState; expected: 101 | 204 },
  ): Promise<Duplex> => {
    const serverId = serverIdOf(machineId);
    if (serverId === undefined) throw new Error(`is asked for ${machineId}, which is no server`);
    const { response, socket } = await askNode(db, certificate, node, {
      method: 'POST',
      path: movePathOf({ serverId, what }),
      ...(body === undefined ? { upgrade: STREAM_PROTOCOL } : { body }),
    });
    if (response.statusCode === expected) return socket;
    try {
      socket.setTimeout(LINK_LIMITS.answerMs, () => socket.destroy(new Error('does not finish its answer')));
      throw await refusalOf(response, `the node ${node}`);
    } finally {
      socket.destroy();
    }
  };
  const toEngineError = (node: string) => (cause: unknown) => {
    if (cause instanceof EngineError) throw cause;
    throw new EngineError('network', `the node ${node} ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  };
  return {
    connect: (node, machineId, stream) => ask(node, machineId, { what: stream, expected: 101 }).catch(toEngineError(node)),
    take: (node, machineId, moved) =>
      ask(node, machineId, { what: 'take', body: moved, expected: 204 }).then(
        (socket) => void socket.destroy(),
        toEngineError(node),
      ),
  };
}

/** Returns the error of a refusal. Refusals of the row are final, and others as the destination's engine says. */
async function refusalOf(response: IncomingMessage, node: string): Promise<EngineError> {
  const { statusCode } = response;
  if (statusCode === 403 || statusCode === 404)
    return new EngineError('guest', `${node} refuses: no move from this node is under way (${statusCode})`, { retryable: false });
  if (statusCode !== 409 && statusCode !== 503) return new EngineError('network', `${node} answers ${statusCode}`);
  const { message, retryable } = MoveRefusal.parse(JSON.parse(String(await bodyOf(response, LINK_LIMITS.refusalBytes))));
  return statusCode === 409
    ? new EngineError('guest', `${node}: ${message}`, { retryable })
    : new EngineError('network', `${node}: ${message}`);
}
