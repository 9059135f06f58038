/** Loads the data of the pages about people. */
import { queryClient } from '../data/query.ts';
import { supportPlanQuery, supportPlansQuery } from '../data/support-plans.ts';
import { membersQuery, supportAccessQuery } from '../data/team.ts';
import {
  ANSWERED,
  departmentsQuery,
  RESOLVED,
  ticketQuery,
  ticketServicesQuery,
  ticketsQuery,
  WAITING,
} from '../data/tickets.ts';

export const loadTickets = () =>
  Promise.all([ANSWERED, WAITING, RESOLVED].map((statuses) => queryClient.prefetchInfiniteQuery(ticketsQuery(statuses))));

export const loadNewTicket = () =>
  Promise.all([
    queryClient.prefetchQuery(departmentsQuery),
    queryClient.prefetchQuery(ticketServicesQuery),
    queryClient.prefetchQuery(supportPlanQuery),
  ]);

export const loadTicket = (id: number) =>
  Promise.all([queryClient.prefetchQuery(ticketQuery(id)), queryClient.prefetchQuery(departmentsQuery)]);

export const loadPlans = () =>
  Promise.all([queryClient.prefetchQuery(supportPlanQuery), queryClient.prefetchQuery(supportPlansQuery)]);

/** Loads the members. The page itself loads invitations, because some roles may not read them. */
export const loadMembers = () => queryClient.prefetchQuery(membersQuery);

export const loadConsents = () => queryClient.prefetchQuery(supportAccessQuery);
