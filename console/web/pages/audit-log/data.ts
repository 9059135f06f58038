import type { AuditEntry, Member } from '@innkeeper/sdk/index';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../data/client.ts';
import { pagesQuery } from '../../data/pages.ts';
import { WITHOUT_EVENTS } from '../../data/query.ts';
import { readChoices } from '../../data/read-choices.ts';
import { type Filter, queryOf } from './filter.ts';

const PER_PAGE = 50;

/** Returns the query of entries of the audit log, newest first. They have no events, so they are refetched on focus. */
export const entriesQuery = (filter: Filter) => ({
  ...pagesQuery<AuditEntry>(['audit-log', 'list', filter], (page, signal) =>
    client.listAuditLog({ ...queryOf(filter, Date.now()), page, per_page: PER_PAGE }, { signal }),
  ),
  ...WITHOUT_EVENTS,
});

/** Query of the account's members, for the person filter. */
export const membersQuery = queryOptions({
  queryKey: ['members', 'choice'],
  queryFn: () => readChoices<Member>(client.listMembers({ per_page: 50 })),
  ...WITHOUT_EVENTS,
});
