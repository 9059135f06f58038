import { useSummary } from '../../data/servers.ts';
import { useRouter } from '../../router/router.tsx';
import { titles } from '../../shared/titles.gen.ts';
import { NAVIGATION_ENTRIES } from './navigation.ts';
import { texts } from './texts.ts';

export interface Crumb {
  label: string;
  to: string;
}

/** Returns the breadcrumbs of this page, starting from its place in the navigation. */
export function useCrumbs(): readonly Crumb[] {
  const { path } = useRouter().location;
  const [first, second] = path.split('/').filter((part) => part !== '');
  const server = useSummary(first === 'servers' && second !== undefined ? Number(second) : 0);
  const servers = { label: titles['/servers'], to: '/servers' };
  if (first === 'deploy') return [servers, { label: titles['/deploy'], to: '/deploy' }];
  if (first === 'servers' && second !== undefined) {
    return [servers, { label: server?.hostname ?? `${second}`, to: `/servers/${second}` }];
  }
  const below = titleOf(path) ?? (second === undefined ? undefined : BELOW[first ?? '']?.(second));
  const place = NAVIGATION_ENTRIES.find(({ to }) => to === (first === 'sandbox' ? '/orders' : `/${first ?? ''}`));
  if (place === undefined) return [];
  const crumb = { label: place.label, to: place.to };
  return below === undefined || path === place.to ? [crumb] : [crumb, { label: below, to: path }];
}

const titleOf = (path: string): string | undefined =>
  Object.hasOwn(titles, path) ? titles[path as keyof typeof titles] : undefined;

/** Names of the resources below a place, by their id. */
const BELOW: Readonly<Record<string, (id: string) => string>> = {
  orders: texts.order,
  firewalls: texts.firewall,
  webhooks: texts.webhook,
  support: texts.ticket,
};
