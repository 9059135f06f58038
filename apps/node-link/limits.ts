/** Limits of the link between nodes. Its peers may be taken over, and its port may be reachable for others. */
import { LIMITS } from '../guest-access/protocol.ts';

export const LINK_LIMITS = {
  /** Connections whose certificate is not compared yet. Beyond it, the oldest is closed, so that a flood shuts nobody out. */
  waiting: 64,
  /** Time in milliseconds to connect, with the handshake of TLS. */
  handshakeMs: 5_000,
  /** Connections of one node: its consoles, and the requests beside them. */
  perNode: LIMITS.connections,
  headerBytes: LIMITS.headerBytes,
  headMs: LIMITS.headMs,
  /** Time in milliseconds to answer a request. A file of an image follows its answer. */
  answerMs: LIMITS.answerMs,
  refusalBytes: LIMITS.refusalBytes,
  /** Maximum size of the body of a request about a move in bytes. */
  bodyBytes: 1024,
  /** Time in milliseconds without a byte after which a transfer of an image is cut off. */
  idleMs: 30_000,
  /** Time in milliseconds until both ends of a stream are closed after one has ended. */
  halfOpenMs: 5_000,
  /** Files of images that are sent at a time. */
  transfers: 4,
  /** Files of images that are sent to one node at a time. It waits by itself before it asks for more. */
  transfersPerNode: 2,
} as const;

/** Time in milliseconds after which TCP probes an idle connection. Consoles may be idle for hours. */
export const KEEP_ALIVE_MS = 30_000;
/** Interval in milliseconds at which ended and new links and moves are noticed. */
export const FOLLOW_EVERY_MS = 2_000;
