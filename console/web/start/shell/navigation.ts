import type { IconName } from '../../parts/icon-names.ts';
import { texts } from '../../texts/en/shell.ts';

/** Entry of the navigation. */
export interface NavigationEntry {
  to: string;
  label: string;
  icon: IconName;
  /** Label in the bar of phones. Places without one are behind "More" there, because the bar has room for five. */
  inBar?: string;
}

/** Places under one heading. */
export interface NavigationGroup {
  label?: string;
  places: readonly NavigationEntry[];
}

/** The navigation, in its order. */
export const NAVIGATION_GROUPS: readonly NavigationGroup[] = [
  {
    places: [
      { to: '/', label: texts.overview, icon: 'house', inBar: texts.overview },
      { to: '/servers', label: texts.servers, icon: 'server', inBar: texts.servers },
    ],
  },
  {
    label: texts.groups.network,
    places: [
      { to: '/floating-ips', label: texts.floatingIps, icon: 'network' },
      { to: '/firewalls', label: texts.firewalls, icon: 'shield' },
    ],
  },
  {
    label: texts.groups.storage,
    places: [
      { to: '/copies', label: texts.copies, icon: 'archive' },
      { to: '/isos', label: texts.isos, icon: 'disc' },
    ],
  },
  {
    label: texts.groups.billing,
    places: [
      { to: '/orders', label: texts.orders, icon: 'receipt', inBar: texts.orders },
      { to: '/balance', label: texts.balance, icon: 'coins' },
      { to: '/invoices', label: texts.invoices, icon: 'file-text' },
    ],
  },
  {
    label: texts.groups.account,
    places: [
      { to: '/support', label: texts.support, icon: 'life-buoy', inBar: texts.support },
      { to: '/team', label: texts.team, icon: 'users' },
      { to: '/ssh-keys', label: texts.sshKeys, icon: 'key-round' },
      { to: '/tokens', label: texts.tokens, icon: 'key-square' },
      { to: '/webhooks', label: texts.webhooks, icon: 'webhook' },
      { to: '/audit-log', label: texts.auditLog, icon: 'scroll-text' },
      { to: '/account', label: texts.account, icon: 'building-2' },
    ],
  },
  {
    label: texts.groups.you,
    places: [
      { to: '/profile', label: texts.profile, icon: 'user' },
      { to: '/security', label: texts.security, icon: 'fingerprint-pattern' },
    ],
  },
];

export const NAVIGATION_ENTRIES: readonly NavigationEntry[] = NAVIGATION_GROUPS.flatMap(({ places }) => places);
