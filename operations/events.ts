import { eventsAfter, lastEventId } from '@innkeeper/db/tables/events';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import type { EventFeed, Input, Reply, Services } from './define.ts';

/** Events per batch, about 25 KB on the wire. */
const BATCH = 100;

/** Streams the account's events after the cursor, or from now on. Throws `rate_limited` at the maximum number of streams. */
export async function streamEvents(
  cx: Cx<Customer>,
  { headers, query }: Input<'streamEvents'>,
  { streams }: Pick<Services, 'streams'>,
): Promise<Reply<'streamEvents'>> {
  return streams.open(cx.actor, await openEventFeed(cx, { cursor: headers['last-event-id'] ?? query.cursor }));
}

/**
 * Returns a feed that starts after the cursor, or after the latest event by default. Ids have no gaps, so the feed can detect missing
 * events.
 */
export async function openEventFeed({ db, actor }: Cx<Customer>, input: { cursor: number | undefined }): Promise<EventFeed> {
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
