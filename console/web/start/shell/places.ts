import type { IconName } from '../../parts/icon-names.ts';
import { texts } from '../../texts/en/shell.ts';

/** The places of the navigation, in their order. */
export const PLACES = [
  { to: '/servers', label: texts.servers, icon: 'server' },
  { to: '/copies', label: texts.copies, icon: 'archive' },
  { to: '/isos', label: texts.isos, icon: 'disc' },
  { to: '/ssh-keys', label: texts.sshKeys, icon: 'key-round' },
  { to: '/orders', label: texts.orders, icon: 'receipt' },
  { to: '/balance', label: texts.balance, icon: 'coins' },
  { to: '/invoices', label: texts.invoices, icon: 'file-text' },
  { to: '/security', label: texts.security, icon: 'fingerprint-pattern' },
] as const satisfies readonly {
  to: string;
  label: string;
  icon: IconName;
}[];
