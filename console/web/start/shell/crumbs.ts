import { useSummary } from '../../data/servers.ts';
import { useRouter } from '../../router/router.tsx';
import { texts } from '../../texts/en/shell.ts';
import { PLACES } from './places.ts';

export interface Crumb {
  label: string;
  to: string;
}

/** Returns the way to this page, from its place in the navigation on. */
export function useCrumbs(): readonly Crumb[] {
  const { path } = useRouter().location;
  const [first, second] = path.split('/').filter((part) => part !== '');
  const server = useSummary(first === 'servers' && second !== undefined ? Number(second) : 0);
  const servers = { label: texts.servers, to: '/servers' };
  if (first === 'deploy') return [servers, { label: texts.deploy, to: '/deploy' }];
  if (first === 'servers' && second !== undefined) {
    return [servers, { label: server?.hostname ?? `${second}`, to: `/servers/${second}` }];
  }
  if (first === 'orders' && second !== undefined) {
    return [
      { label: texts.orders, to: '/orders' },
      { label: texts.order(second), to: `/orders/${second}` },
    ];
  }
  if (first === 'firewalls' && second !== undefined) {
    return [
      { label: texts.firewalls, to: '/firewalls' },
      { label: texts.firewall(second), to: `/firewalls/${second}` },
    ];
  }
  if (first === 'sandbox')
    return [
      { label: texts.orders, to: '/orders' },
      { label: texts.sandbox, to: '/sandbox' },
    ];
  if (first === 'support' && second !== undefined) {
    const label = second === 'new' ? texts.newTicket : second === 'plan' ? texts.supportPlan : texts.ticket(second);
    return [
      { label: texts.support, to: '/support' },
      { label, to: `/support/${second}` },
    ];
  }
  if (first === 'team' && second !== undefined) {
    return [
      { label: texts.team, to: '/team' },
      { label: second === 'sign-in' ? texts.companySignIn : texts.supportAccess, to: path },
  if (first === 'webhooks' && second !== undefined) {
    return [
      { label: texts.webhooks, to: '/webhooks' },
      { label: texts.webhook(second), to: `/webhooks/${second}` },
    ];
  }
  const place = PLACES.find(({ to }) => to === `/${first ?? ''}`);
  return place === undefined ? [] : [{ label: place.label, to: place.to }];
}
