import type { IconName } from '../../parts/icon-names.ts';
import { texts } from '../../texts/en/shell.ts';

/** A place of the navigation. */
export interface Place {
  to: string;
  label: string;
  icon: IconName;
  /** Label in the bar of phones. Places without one stand behind "More" there: the bar has room for five. */
  inBar?: string;
}

/** The places of the navigation, in their order. */
export const PLACES: readonly Place[] = [
  { to: '/', label: texts.overview, icon: 'house', inBar: texts.overview },
  { to: '/servers', label: texts.servers, icon: 'server', inBar: texts.servers },
  { to: '/floating-ips', label: texts.floatingIps, icon: 'network' },
  { to: '/firewalls', label: texts.firewalls, icon: 'shield' },
  { to: '/copies', label: texts.copies, icon: 'archive' },
  { to: '/isos', label: texts.isos, icon: 'disc' },
  { to: '/ssh-keys', label: texts.sshKeys, icon: 'key-round' },
  { to: '/orders', label: texts.orders, icon: 'receipt', inBar: texts.orders },
  { to: '/balance', label: texts.balance, icon: 'coins' },
  { to: '/invoices', label: texts.invoices, icon: 'file-text' },
  { to: '/profile', label: texts.profile, icon: 'user' },
  { to: '/support', label: texts.support, icon: 'life-buoy', inBar: texts.support },
  { to: '/team', label: texts.team, icon: 'users' },
  { to: '/tokens', label: texts.tokens, icon: 'key-square' },
  { to: '/webhooks', label: texts.webhooks, icon: 'webhook' },
  { to: '/audit-log', label: texts.auditLog, icon: 'scroll-text' },
  { to: '/account', label: texts.account, icon: 'building-2' },
  { to: '/security', label: texts.security, icon: 'fingerprint-pattern' },
];
