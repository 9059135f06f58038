/** The hooks of each type of service. */
import type { ServiceType } from '@innkeeper/model/services/services';
import type { ServiceHooks } from '../services/hooks.ts';
import { floatingIpHooks } from './floating-ip.ts';
import { serverHooks } from './server.ts';
import { serverAddonHooks } from './server-addon.ts';
import { supportPlanHooks } from './support-plan.ts';

export const SERVICES = {
  server: serverHooks,
  'server-addon': serverAddonHooks,
  'floating-ip': floatingIpHooks,
  'support-plan': supportPlanHooks,
} as const satisfies Record<ServiceType, ServiceHooks<never, never>>;

/** Returns the hooks of a type named by an order line, or `null` for an unknown type. */
export function hooksOfType(type: string): ServiceHooks<never, never> | null {
  const all: { readonly [type: string]: ServiceHooks<never, never> } = SERVICES;
  return all[type] ?? null;
}

/** Returns the hooks of a row, whose type is checked by the database. */
export const hooksOf = (service: { type: ServiceType }): ServiceHooks<never, never> => SERVICES[service.type];
