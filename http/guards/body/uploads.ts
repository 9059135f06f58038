/**
 * Limits the concurrent form uploads of an account or a staff member.
 *
 * Forms are read at the speed of their senders, before they wait for a slot (in-flight.ts). Their files take disk space, which is bounded
 * by these limits and the limit of each operation.
 */
import { Failure } from '@innkeeper/model/failures';
import type { UploadLimits } from '@innkeeper/model/requests/request-limits';
import type { RequestContext } from '../../request/context.ts';

export interface Uploads {
  /** Counts a form. Call the result when the form is read and its files are scanned. Throws `rate_limited` and `unavailable`. */
  begin(context: RequestContext): () => void;
}

const RETRY_SECONDS = 5;

/** Returns the counter. `limits` are read for each form, so that a reload can change them. */
export function openUploads(limits: UploadLimits): Uploads {
  const senders = new Map<string, number>();
  let activeForms = 0;
  return {
    begin(context) {
      const { reply } = context;
      const { perAccount, all } = limits;
      const sender = senderOf(context);
      const own = senders.get(sender) ?? 0;
      // The body stays unread.
      if (own >= perAccount || activeForms >= all) reply.header('connection', 'close');
      if (own >= perAccount) {
        const message = `Too many forms of this ${context.staff ? 'person' : 'account'} are being sent at the same time. Try again in a moment.`;
        throw new Failure('rate_limited', { message, retryAfter: RETRY_SECONDS });
      }
      if (activeForms >= all) throw new Failure('unavailable');
      senders.set(sender, own + 1);
      activeForms += 1;
      return () => {
        activeForms -= 1;
        const left = (senders.get(sender) ?? 1) - 1;
        if (left === 0) senders.delete(sender);
        else senders.set(sender, left);
      };
    },
  };
}

const senderOf = ({ staff, caller }: RequestContext): string =>
  staff ? `staff ${staff.id}` : `account ${caller?.accountId ?? 0}`;
