import type { Readable } from 'node:stream';
import type { StoredReply } from '@innkeeper/domain/access/idempotency';
import type { Failure } from '@innkeeper/model/failures';

/** Reply that is not JSON. The contract names its content type. */
export type Content = string | Buffer | Readable;

/** Reply before it is sent. Only text can be stored for a repeated request. */
export interface WireReply extends Omit<StoredReply, 'body'> {
  body: Content | null;
  /** Failure to throw after the commit. */
  failure?: Failure;
}
