/** Pages about people: the support, and the members of the account. */
import { lazyPage } from '../../router/page.ts';
import type { Route } from '../../router/router.tsx';
import { prefetch } from '../prefetch.ts';

const support = lazyPage(async () => (await import('../../pages/support/support.tsx')).Support);
const newTicket = lazyPage(async () => (await import('../../pages/new-ticket/new-ticket.tsx')).NewTicket);
const ticket = lazyPage(async () => (await import('../../pages/ticket/ticket.tsx')).Ticket);
const supportPlan = lazyPage(async () => (await import('../../pages/support-plan/support-plan.tsx')).SupportPlan);
const team = lazyPage(async () => (await import('../../pages/team/team.tsx')).Team);
const teamSignIn = lazyPage(async () => (await import('../../pages/team-sign-in/team-sign-in.tsx')).TeamSignIn);
const supportAccess = lazyPage(async () => (await import('../../pages/support-access/support-access.tsx')).SupportAccess);

export const PEOPLE_ROUTES: readonly Route[] = [
  { path: '/support', ...support, load: () => [support.load(), prefetch(({ loadTickets }) => loadTickets())] },
  { path: '/support/new', ...newTicket, load: () => [newTicket.load(), prefetch(({ loadNewTicket }) => loadNewTicket())] },
  { path: '/support/plan', ...supportPlan, load: () => [supportPlan.load(), prefetch(({ loadPlans }) => loadPlans())] },
  { path: '/team', ...team, load: () => [team.load(), prefetch(({ loadMembers }) => loadMembers())] },
  { path: '/team/sign-in', ...teamSignIn },
  {
    path: '/team/support-access',
    ...supportAccess,
    load: () => [supportAccess.load(), prefetch(({ loadConsents }) => loadConsents())],
  },
  { path: '/support/:id', ...ticket, load: ({ id }) => [ticket.load(), prefetch(({ loadTicket }) => loadTicket(Number(id)))] },
];
