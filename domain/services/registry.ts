/** The hooks of each type of service. */
import type { ServiceType } from '@innkeeper/model/services';
import { floatingIpHooks } from './floating-ip.ts';
import type { ServiceHooks } from './hooks.ts';
import { serverHooks } from './server.ts';
import { serverAddonHooks } from './server-addon.ts';
import { supportPlanHooks } from './support-plan.ts';

export const SERVICES = {
  server: serverHooks,
  'server-addon': serverAddonHooks,
  'floating-ip': floatingIpHooks,
  'support-plan': supportPlanHooks,
} as const satisfies Record<ServiceType, ServiceHooks<never, never>>;

/** Of a type that a line of an order names; null: there is none that can be bought. */
export function hooksOfType(type: string): ServiceHooks<never, never> | null {
  const all: { readonly [type: string]: ServiceHooks<never, never> } = SERVICES;
  return all[type] ?? null;
}

/** Of a row, whose type the database has checked. */
export const hooksOf = (service: { type: ServiceType }): ServiceHooks<never, never> => SERVICES[service.type];
