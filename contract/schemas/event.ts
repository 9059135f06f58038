/** An event of the stream. It is small, so that a client can show it immediately and read the resource only if needed. */
import { z } from 'zod';
import { OperationKind, OperationPercent, OperationResource, OperationState } from './operation.ts';
import { OrderStatus } from './order.ts';
import { about, Id, Time } from './primitives.ts';
import { AttackId } from './protection.ts';
import { serverEventData } from './server-summary.ts';

const EventId = z
  .int()
  .min(0)
  .describe('Number of the event in the account, from 1, without gaps. Use it as Last-Event-ID to resume after this event.');

const change = {
  id: EventId,
  at: Time.describe('Time of the event.'),
  change: z.enum(['created', 'updated', 'deleted']).describe('Change of the resource. A word of a closed list.'),
  resource_id: Id.describe('Id of the resource that changed.'),
};

export const ServerEvent = z
  .strictObject({
    ...change,
    type: z.literal('server').describe('Kind of the event. Decides the schema of `data`.'),
    data: z
      .strictObject(serverEventData)
      .describe(
        'The server after the change, with the fields of its summary. In events from before there were summaries, the fields from `hostname` on are null.',
      ),
  })
  .meta({ id: 'ServerEvent', description: 'A server was ordered, changed or terminated.' });

export const OrderEvent = z
  .strictObject({
    ...change,
    type: z.literal('order').describe('Kind of the event. Decides the schema of `data`.'),
    data: z.strictObject({ status: OrderStatus.describe('Status of the order.') }).describe('The order after the change.'),
  })
  .meta({
    id: 'OrderEvent',
    description: 'An order was created, changed or deleted, or its payment has a page or another state.',
  });

export const OperationEvent = z
  .strictObject({
    ...change,
    type: z.literal('operation').describe('Kind of the event. Decides the schema of `data`.'),
    data: z
      .strictObject({
        kind: OperationKind.meta(about('Action of the operation.', 'restart')),
        state: OperationState.describe('State of the operation.'),
        step: z
          .string()
          .nullable()
          .describe('Current step, or the step that is being rolled back. Null before the first and after the last step.'),
        percent: OperationPercent.describe('Progress in percent, or null if it is unknown.'),
        resource: OperationResource.nullable().describe('Resource of the operation, or null if it no longer exists.'),
      })
      .describe('The operation after the change.'),
  })
  .meta({ id: 'OperationEvent', description: 'An operation started, progressed or ended.' });

export const AttackEvent = z
  .strictObject({
    ...change,
    type: z.literal('attack').describe('Kind of the event. Decides the schema of `data`.'),
    resource_id: Id.describe('Id of the IP address that is attacked.'),
    data: z
      .strictObject({
        attack_id: AttackId.meta(about('Id of the attack.', 'a1b2c3d4e5f6g7h')),
        ongoing: z.boolean().describe('True while the attack continues.'),
        detector: z.enum(['PPS', 'BPS', 'BPS_LIMIT']).meta(about('Limit that detected the attack.', 'PPS')),
        severity: z.enum(['low', 'middle', 'high']).meta(about('Severity so far.', 'middle')),
        server_id: Id.nullable().describe('Server that had the address at the time; null for none.'),
      })
      .describe('The attack after the change.'),
  })
  .meta({ id: 'AttackEvent', description: 'An attack on an IP address started, became more severe or ended.' });

export const RESOURCE_EVENTS = [
  'snapshot',
  'backup',
  'iso',
  'ticket',
  'floating_ip',
  'firewall',
  'member',
  'invitation',
  'webhook',
] as const;

/** Event of a resource that may have a status and a server. */
export const ResourceEvent = z
  .strictObject({
    ...change,
    type: z.enum(RESOURCE_EVENTS).describe('Kind of the resource.'),
    data: z
      .strictObject({
        status: z.string().nullable().meta(about('Status of the resource, or null if it has none.', 'ready')),
        server_id: Id.nullable().describe('Server of the resource, or null if there is none.'),
      })
      .describe('The resource after the change.'),
  })
  .meta({ id: 'ResourceEvent', description: 'A resource without an event type of its own was created, changed or deleted.' });

/** The cursor is no longer valid. All data that a client has stored may be outdated and must be read again. */
export const ResetEvent = z
  .strictObject({
    id: EventId,
    at: Time.describe('Time when the stream restarted.'),
    type: z.literal('reset').describe('Events before this one may be missing.'),
  })
  .meta({
    id: 'ResetEvent',
    description: 'The cursor is no longer known. All data that a client has stored can be out of date and must be read again.',
  });

export const StreamedEvent = z
  .discriminatedUnion('type', [ServerEvent, OrderEvent, OperationEvent, AttackEvent, ResourceEvent, ResetEvent])
  .meta({
    id: 'StreamedEvent',
    description:
      'An event of the stream. The event is small: clients can show it immediately, and read the resource if they need more.',
  });
export type StreamedEvent = z.infer<typeof StreamedEvent>;
