import type { StoredReply } from '@innkeeper/domain/access/idempotency';
import type { Failure } from '@innkeeper/model/failures';
import type { Content } from '@innkeeper/present/reply';

/** Reply before it is sent. Only text can be stored for a repeated request. */
export interface WireReply extends Omit<StoredReply, 'body'> {
  body: Content | null;
  /** Failure to throw after the commit. */
  failure?: Failure;
  /** Runs after the commit. */
  afterCommit?: () => void;
}
