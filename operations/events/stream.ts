import type { AccountEvent } from '@innkeeper/db/schema';
import { eventsAfter, lastEventId, lastEventIds } from '@innkeeper/db/tables/events';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';

/** An account's events, read a batch at a time from where the last one ended. */
export interface EventFeed {
  /** The id of the event that was read last; the next has the next number. */
  readonly at: bigint;
  /** What came since; none when nothing did. `lost`: it is not all there any more, and reading goes on with what comes next. */
  next(): Promise<AccountEvent[] | 'lost'>;
}

/** The numbers of the latest events of those accounts that have any: whether there is something to read. */
export const latestEvents = (cx: Pick<Cx<Customer>, 'db'>, accountIds: readonly number[]): Promise<Map<number, bigint>> =>
  lastEventIds(cx.db, accountIds);

/** A batch is some 25 KB on the wire. */
const BATCH = 100;

/** From the cursor on, or from now. Ids have no gaps, so that a missing event is noticed. */
export async function streamEvents({ db, actor }: Cx<Customer>, input: { cursor: number | undefined }): Promise<EventFeed> {
  const { accountId } = actor;
  const last = await lastEventId(db, accountId);
  let at = input.cursor === undefined ? last : BigInt(input.cursor);
  // A cursor of the future is of another account, or of a database that was set back.
  let lost = at > last;
  return {
    get at() {
      return at;
    },
    async next() {
      const found = lost ? [] : await eventsAfter(db, { accountId, after: at, limit: BATCH });
      const [first] = found;
      lost ||= first === undefined ? at < last : first.id !== at + 1n;
      if (lost) {
        at = await lastEventId(db, accountId);
        lost = false;
        return 'lost';
      }
      at = found.at(-1)?.id ?? at;
      return found;
    },
  };
}
