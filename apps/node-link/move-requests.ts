/**
 * Defines the requests of the source of a move to its destination. `POST /moves/12/disk` and `/memory` get status 101, and then carry
 * the bytes of a stream both ways. `POST /moves/12/take` gets 204 once the machine was started.
 *
 * Status 404 refuses a server without a running move, 403 a node that is not its source, and 409 a machine that is not received.
 */
import type { MoveRequest } from '@innkeeper/model/net/node-link';
import { z } from 'zod';

/** Protocol that a connection changes to for a stream. */
export const STREAM_PROTOCOL = 'innkeeper-move';

export interface AskedMove {
  serverId: number;
  what: MoveRequest;
}

/** Each of these numbers fits into a column of the type integer. */
const MOVE_PATH = /^\/moves\/([1-9]\d{0,8})\/(disk|memory|take)$/;

export const movePathOf = ({ serverId, what }: AskedMove): string => `/moves/${serverId}/${what}`;

/** Returns the move that a request is about, or `null` for another request. */
export function parseMoveRequest(method: string | undefined, url: string | undefined): AskedMove | null {
  const [, id, what] = MOVE_PATH.exec(url ?? '') ?? [];
  return id === undefined || method !== 'POST' ? null : { serverId: Number(id), what: what as MoveRequest };
}

/** Body of `take`. */
export const TakeBody = z.strictObject({ bootId: z.string().max(100).nullable() });

/** Body of the statuses 409 and 503: why the machine cannot be reached, for the log of the source. */
export const MoveRefusal = z.strictObject({ message: z.string().max(300), retryable: z.boolean() });

export type MoveRefusal = z.infer<typeof MoveRefusal>;
