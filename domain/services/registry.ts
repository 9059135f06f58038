/** The hooks of each type of service. Null: it cannot be bought yet, and the database accepts none either. */
import type { ServiceType } from '@innkeeper/model/services';
import { floatingIpHooks } from './floating-ip.ts';
import type { ServiceHooks } from './hooks.ts';
import { serverHooks } from './server.ts';
import { serverAddonHooks } from './server-addon.ts';

export const SERVICES = {
  server: serverHooks,
  'server-addon': serverAddonHooks,
  'floating-ip': floatingIpHooks,
  'support-plan': null,
} as const satisfies Record<ServiceType, ServiceHooks<never, never> | null>;

/** What the database has rows of. */
export type SoldType = { [Type in ServiceType]: (typeof SERVICES)[Type] extends null ? never : Type }[ServiceType];

/** Of a type that a line of an order names; null: there is none that can be bought. */
export function hooksOfType(type: string): ServiceHooks<never, never> | null {
  const all: { readonly [type: string]: ServiceHooks<never, never> | null } = SERVICES;
  return all[type] ?? null;
}

/** Of a row, whose type the database has checked. */
export const hooksOf = (service: { type: SoldType }): ServiceHooks<never, never> => SERVICES[service.type];
