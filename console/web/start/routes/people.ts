/** Pages about people: the support, and the members of the account. */
import { queryClient } from '../../data/query.ts';
import { lazyPage } from '../../router/page.ts';
import type { Route } from '../../router/router.tsx';

const support = lazyPage(async () => (await import('../../pages/support/support.tsx')).Support);
const newTicket = lazyPage(async () => (await import('../../pages/new-ticket/new-ticket.tsx')).NewTicket);
const ticket = lazyPage(async () => (await import('../../pages/ticket/ticket.tsx')).Ticket);
const supportPlan = lazyPage(async () => (await import('../../pages/support-plan/support-plan.tsx')).SupportPlan);
const team = lazyPage(async () => (await import('../../pages/team/team.tsx')).Team);
const teamSignIn = lazyPage(async () => (await import('../../pages/team-sign-in/team-sign-in.tsx')).TeamSignIn);
const supportAccess = lazyPage(async () => (await import('../../pages/support-access/support-access.tsx')).SupportAccess);

const readTickets = () =>
  import('../../data/tickets.ts').then(({ ticketsQuery, ANSWERED, WAITING, RESOLVED }) =>
    Promise.all([ANSWERED, WAITING, RESOLVED].map((statuses) => queryClient.prefetchInfiniteQuery(ticketsQuery(statuses)))),
  );

const readNewTicket = () => [
  import('../../data/tickets.ts').then(({ departmentsQuery, ticketServicesQuery }) =>
    Promise.all([queryClient.prefetchQuery(departmentsQuery), queryClient.prefetchQuery(ticketServicesQuery)]),
  ),
  import('../../data/support-plans.ts').then(({ supportPlanQuery }) => queryClient.prefetchQuery(supportPlanQuery)),
];

const readTicket = (id: number) =>
  import('../../data/tickets.ts').then(({ departmentsQuery, ticketQuery }) =>
    Promise.all([queryClient.prefetchQuery(ticketQuery(id)), queryClient.prefetchQuery(departmentsQuery)]),
  );

const readPlans = () =>
  import('../../data/support-plans.ts').then(({ supportPlanQuery, supportPlansQuery }) =>
    Promise.all([queryClient.prefetchQuery(supportPlanQuery), queryClient.prefetchQuery(supportPlansQuery)]),
  );

/** What a role may not read is read by the page, which knows the role. */
const readMembers = () => import('../../data/team.ts').then(({ membersQuery }) => queryClient.prefetchQuery(membersQuery));

const readConsents = () =>
  import('../../data/team.ts').then(({ supportAccessQuery }) => queryClient.prefetchQuery(supportAccessQuery));

export const PEOPLE_ROUTES: readonly Route[] = [
  { path: '/support', ...support, load: () => [support.load(), readTickets()] },
  { path: '/support/new', ...newTicket, load: () => [newTicket.load(), readNewTicket()] },
  { path: '/support/plan', ...supportPlan, load: () => [supportPlan.load(), readPlans()] },
  { path: '/team', ...team, load: () => [team.load(), readMembers()] },
  { path: '/team/sign-in', ...teamSignIn },
  { path: '/team/support-access', ...supportAccess, load: () => [supportAccess.load(), readConsents()] },
  { path: '/support/:id', ...ticket, load: ({ id }) => [ticket.load(), readTicket(Number(id))] },
];
