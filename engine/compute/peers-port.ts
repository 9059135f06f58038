/** Reaches machines on other nodes, for running machines that move to them (`move-port.ts`). */
import type { Duplex } from 'node:stream';
import { EngineError } from '../error.ts';
import type { MovedState, MoveStream } from './move-port.ts';

export interface PeersPort {
  /**
   * Opens a stream to a machine that another node receives. Closing the stream on either side closes it on the other. Throws a retryable
   * `EngineError('network')` if the node cannot be reached, and `EngineError('guest')` if it does not receive the machine or refuses.
   */
  connect(node: string, machineId: string, stream: MoveStream): Promise<Duplex>;
  /** Lets another node start a machine that it received, after the row names that node. Idempotent. Throws as `connect` does. */
  take(node: string, machineId: string, moved: MovedState): Promise<void>;
}

/** Peers of a node without a link. */
export const NO_PEERS: PeersPort = {
  connect: (node) => Promise.reject(notLinked(node)),
  take: (node) => Promise.reject(notLinked(node)),
};

const notLinked = (node: string) => new EngineError('network', `this node has no link to ${node}: set node.listen on both hosts`);
