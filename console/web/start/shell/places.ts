import type { IconName } from '../../parts/icon-names.ts';
import { texts } from '../../texts/en/shell.ts';

/** The places of the navigation, in their order. */
export const PLACES = [
  { to: '/servers', label: texts.servers, icon: 'server' },
  { to: '/security', label: texts.security, icon: 'key-round' },
] as const satisfies readonly {
  to: string;
  label: string;
  icon: IconName;
}[];
