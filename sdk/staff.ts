/**
 * A typed client for the staff of a host, with the operations of `/v1/operator`. See README.md.
 *
 * An entry point of its own keeps these operations out of the programs and pages of customers.
 */
import { assembleClient, type ClientOptions } from './assemble.ts';
import type { NextPage } from './listing.ts';
import type { StaffClient } from './staff-api.gen.ts';
import { OPERATIONS } from './staff-operations.gen.ts';

export { ApiError, type ErrorCode as AnyErrorCode } from './api-error.ts';
export type { ClientOptions } from './assemble.ts';
export * from './errors.gen.ts';
export * from './staff-api.gen.ts';
export type { CallOptions, FileReply, Listing, ReplyInfo } from './types.ts';

export type OperationName = keyof StaffClient;

/** Path, query and body as one flat object: `{ account: '7', reason: 'Unpaid.' }`. */
export type Input<N extends OperationName> = Exclude<Parameters<StaffClient[N]>[0], undefined>;

/** The result of an operation: an object, a page, or a file. */
export type Output<N extends OperationName> = Awaited<ReturnType<StaffClient[N]>>;

/**
 * Creates a client with one method per operation of the staff that the API serves. Each method has the name of its operation. The rules of
 * calls, failures and retries are those of `createClient`. Sign-in is not retried after a lost reply.
 *
 * A change above the daily limit of a person returns an `Approval`, which another person decides. Its field `requested_by` tells it from
 * the reply of the change.
 *
 * `token`: a staff token. A browser without a token sends the cookie of the staff session.
 */
export function createStaffClient(options: ClientOptions): StaffClient {
  return assembleClient<StaffClient>(options, { operations: OPERATIONS, nextPage });
}

/** Position of a page: its number, or in the audit log the line before which the next page begins. */
type Position = { page: number; per_page: number; total: number } | { next: number | null };

const nextPage: NextPage = (reply) => {
  const position = reply as unknown as Position;
  if ('next' in position) return position.next === null ? undefined : { before: position.next };
  const { page, per_page, total } = position;
  return page * per_page < total ? { page: page + 1 } : undefined;
};
