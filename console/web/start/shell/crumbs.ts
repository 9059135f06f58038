import { useSummary } from '../../data/servers.ts';
import { useRouter } from '../../router/router.tsx';
import { texts } from '../../texts/en/shell.ts';
import { NAVIGATION_ENTRIES } from './navigation.ts';

export interface Crumb {
  label: string;
  to: string;
}

/** Returns the breadcrumbs of this page, starting from its place in the navigation. */
export function useCrumbs(): readonly Crumb[] {
  const { path } = useRouter().location;
  const [first, second] = path.split('/').filter((part) => part !== '');
  const server = useSummary(first === 'servers' && second !== undefined ? Number(second) : 0);
  const servers = { label: texts.servers, to: '/servers' };
  if (first === 'deploy') return [servers, { label: texts.deploy, to: '/deploy' }];
  if (first === 'servers' && second !== undefined) {
    return [servers, { label: server?.hostname ?? `${second}`, to: `/servers/${second}` }];
  }
  const below = second === undefined ? (first === 'sandbox' ? texts.sandbox : undefined) : BELOW[first ?? '']?.(second);
  const place = NAVIGATION_ENTRIES.find(({ to }) => to === (first === 'sandbox' ? '/orders' : `/${first ?? ''}`));
  if (place === undefined) return [];
  const crumb = { label: place.label, to: place.to };
  return below === undefined ? [crumb] : [crumb, { label: below, to: path }];
}

/** Names of the pages below a place, by the next part of their path. */
const BELOW: Readonly<Record<string, (second: string) => string | undefined>> = {
  orders: texts.order,
  firewalls: texts.firewall,
  webhooks: texts.webhook,
  support: (second) => (second === 'new' ? texts.newTicket : second === 'plan' ? texts.supportPlan : texts.ticket(second)),
  team: (second) => (second === 'sign-in' ? texts.companySignIn : texts.supportAccess),
};
