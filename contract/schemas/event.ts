/** What the stream of events tells: small, so that a client may show it at once, and look up the rest where it needs more. */
import { z } from 'zod';
import { OperationKind, OperationPercent, OperationResource, OperationState } from './operation.ts';
import { OrderStatus } from './order.ts';
import { Id, Time } from './primitives.ts';
import { ServerState } from './server.ts';
import { LockReason, ServiceStatus } from './service.ts';

const EventId = z.int().min(0).describe("Counts the account's events from 1, without gaps. Resume after it with Last-Event-ID.");

const change = {
  id: EventId,
  at: Time,
  change: z.enum(['created', 'updated', 'deleted']),
  resource_id: Id,
};

export const ServerEvent = z
  .strictObject({
    ...change,
    type: z.literal('server'),
    data: z.strictObject({
      status: ServiceStatus,
      status_reason: z.string().nullable().describe('As the server shows it.'),
      state: z.array(ServerState),
      lock_reason: LockReason.nullable(),
    }),
  })
  .meta({ id: 'ServerEvent' });

export const OrderEvent = z
  .strictObject({ ...change, type: z.literal('order'), data: z.strictObject({ status: OrderStatus }) })
  .meta({ id: 'OrderEvent' });

export const OperationEvent = z
  .strictObject({
    ...change,
    type: z.literal('operation'),
    data: z.strictObject({
      kind: OperationKind,
      state: OperationState,
      step: z.string().nullable().describe('The step under way, or being taken back; null before the first and after the last.'),
      percent: OperationPercent,
      resource: OperationResource.nullable(),
    }),
  })
  .meta({ id: 'OperationEvent' });

export const RESOURCE_EVENTS = ['snapshot', 'backup', 'iso', 'ticket', 'floating_ip'] as const;

/** All that has a status, and perhaps a server. */
export const ResourceEvent = z
  .strictObject({
    ...change,
    type: z.enum(RESOURCE_EVENTS),
    data: z.strictObject({ status: z.string().nullable(), server_id: Id.nullable() }),
  })
  .meta({ id: 'ResourceEvent' });

/** The cursor names nothing that is still known: whatever a client keeps may be old, and is to be read anew. */
export const ResetEvent = z.strictObject({ id: EventId, at: Time, type: z.literal('reset') }).meta({ id: 'ResetEvent' });

export const StreamedEvent = z
  .discriminatedUnion('type', [ServerEvent, OrderEvent, OperationEvent, ResourceEvent, ResetEvent])
  .meta({ id: 'StreamedEvent' });
export type StreamedEvent = z.infer<typeof StreamedEvent>;
