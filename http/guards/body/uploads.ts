/**
 * How many forms come at the same time. They are read as fast as their senders like, before they wait for a place (in-flight.ts), and what
 * has come of them takes room on the disk: at most that of these forms, each with what its operation takes.
 */
import { Failure } from '@innkeeper/model/failures';
import type { RequestContext } from '../../request/context.ts';

export interface UploadLimits {
  perAccount: number;
  all: number;
}

/** At 30 MiB each: 120 MiB of an account, 1.9 GiB of all. */
export const UPLOAD_LIMITS: UploadLimits = { perAccount: 4, all: 64 };

export interface Uploads {
  /** To be ended once the form is read, and its files were scanned. Throws `rate_limited` and `unavailable`. */
  begin(context: RequestContext): () => void;
}

const RETRY_SECONDS = 5;

export function openUploads({ perAccount, all }: UploadLimits): Uploads {
  const accounts = new Map<number, number>();
  let coming = 0;
  return {
    begin({ caller, reply }) {
      const account = caller?.accountId ?? 0;
      const own = accounts.get(account) ?? 0;
      // The body is left unread.
      if (own >= perAccount || coming >= all) reply.header('connection', 'close');
      if (own >= perAccount) {
        const message = 'Too many forms of this account are being sent at the same time.';
        throw new Failure('rate_limited', { message, retryAfter: RETRY_SECONDS });
      }
      if (coming >= all) throw new Failure('unavailable');
      accounts.set(account, own + 1);
      coming += 1;
      return () => {
        coming -= 1;
        const left = (accounts.get(account) ?? 1) - 1;
        if (left === 0) accounts.delete(account);
        else accounts.set(account, left);
      };
    },
  };
}
