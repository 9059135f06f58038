import type { IconName } from '../../parts/icon-names.ts';
import { titles } from '../../shared/titles.gen.ts';
import { texts } from './texts.ts';

/** Entry of the navigation. */
export interface NavigationEntry {
  to: keyof typeof titles;
  icon: IconName;
  /** True for places in the bar of phones. The others are behind "More" there, because the bar has room for five. */
  inBar?: true;
}

/** Entry with its label, which is the title of its page. */
export interface Place extends NavigationEntry {
  label: string;
}

/** Places under one heading. */
export interface NavigationGroup {
  label?: string;
  places: readonly Place[];
}

/** The navigation, in its order. */
const GROUPS: readonly { label?: string; places: readonly NavigationEntry[] }[] = [
  {
    places: [
      { to: '/', icon: 'house', inBar: true },
      { to: '/servers', icon: 'server', inBar: true },
    ],
  },
  {
    label: texts.groups.network,
    places: [
      { to: '/floating-ips', icon: 'network' },
      { to: '/firewalls', icon: 'shield' },
    ],
  },
  {
    label: texts.groups.storage,
    places: [
      { to: '/copies', icon: 'archive' },
      { to: '/isos', icon: 'disc' },
    ],
  },
  {
    label: texts.groups.billing,
    places: [
      { to: '/orders', icon: 'receipt', inBar: true },
      { to: '/balance', icon: 'coins' },
      { to: '/invoices', icon: 'file-text' },
    ],
  },
  {
    label: texts.groups.account,
    places: [
      { to: '/support', icon: 'life-buoy', inBar: true },
      { to: '/team', icon: 'users' },
      { to: '/ssh-keys', icon: 'key-round' },
      { to: '/tokens', icon: 'key-square' },
      { to: '/webhooks', icon: 'webhook' },
      { to: '/audit-log', icon: 'scroll-text' },
      { to: '/account', icon: 'building-2' },
    ],
  },
  {
    label: texts.groups.you,
    places: [
      { to: '/profile', icon: 'user' },
      { to: '/security', icon: 'fingerprint-pattern' },
    ],
  },
];

export const NAVIGATION_GROUPS: readonly NavigationGroup[] = GROUPS.map(({ places, ...group }) => ({
  ...group,
  places: places.map((place) => ({ ...place, label: titles[place.to] })),
}));

export const NAVIGATION_ENTRIES: readonly Place[] = NAVIGATION_GROUPS.flatMap(({ places }) => places);
