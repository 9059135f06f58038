/** Common types of servers, floating IPs, addons and other services that are paid per period. */

import { SERVICE_TYPES } from '@innkeeper/model/services/services';
import type { ServerStatus } from '@innkeeper/model/states/server';
import { LOCK_REASONS } from '@innkeeper/model/states/workflow-words.gen';
import { z } from 'zod';

export const SERVICE_STATUSES = [
  'awaiting_payment',
  'processing',
  'active',
  'suspended',
  'terminated',
] as const satisfies readonly ServerStatus[];

export const ServiceStatus = z
  .enum(SERVICE_STATUSES)
  .meta({ id: 'ServiceStatus', description: 'The billing status of a service.' });
export type ServiceStatus = z.infer<typeof ServiceStatus>;

/** Kind of the service that an order line, a ticket or a protected address refers to. */
export const ServiceType = z.enum(SERVICE_TYPES).meta({ id: 'ServiceType', description: 'Kind of a service.' });
export type ServiceType = z.infer<typeof ServiceType>;

/** Operation that locks the service. */
export const LockReason = z.enum(LOCK_REASONS).meta({ id: 'LockReason', description: 'Operation that locks the service.' });

/** `"true"` while the service is locked, otherwise `null`, so that it is falsy in every language. */
export const LockedText = z.literal('true').nullable().describe('"true" while an operation locks the service, otherwise null.');
