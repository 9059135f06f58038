import type { AccountEvent } from '@innkeeper/db/schema';
import { eventsAfter, lastEventId, lastEventIds } from '@innkeeper/db/tables/events';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';

/** A reader of an account's events. It returns them in batches and remembers its position. */
export interface EventFeed {
  /** Id of the last event read. Ids are consecutive. */
  readonly at: bigint;
  /**
   * Returns the next events, or an empty list if there are none. Returns `lost` if events are missing, and then continues after the latest
   * event.
   */
  next(): Promise<AccountEvent[] | 'lost'>;
}

/** Returns the latest event id of each account that has events. Streams compare it with their position. */
export const latestEvents = (cx: Pick<Cx<Customer>, 'db'>, accountIds: readonly number[]): Promise<Map<number, bigint>> =>
  lastEventIds(cx.db, accountIds);

/** Events per batch, about 25 KB on the wire. */
const BATCH = 100;

/**
 * Returns a feed that starts after the cursor, or after the latest event by default. Ids have no gaps, so the feed can detect missing
 * events.
 */
export async function streamEvents({ db, actor }: Cx<Customer>, input: { cursor: number | undefined }): Promise<EventFeed> {
  const { accountId } = actor;
  const last = await lastEventId(db, accountId);
  let at = input.cursor === undefined ? last : BigInt(input.cursor);
  // A cursor beyond the latest id belongs to another account, or the database was restored to an earlier state.
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
