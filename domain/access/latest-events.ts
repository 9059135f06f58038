import { lastEventIds } from '@innkeeper/db/tables/events';
import type { Cx } from '../context.ts';

/** Returns the latest event id of each account that has events. Streams compare it with their position. */
export const latestEvents = ({ db }: Pick<Cx, 'db'>, accountIds: readonly number[]): Promise<Map<number, bigint>> =>
  lastEventIds(db, accountIds);
