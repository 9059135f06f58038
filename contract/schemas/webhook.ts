import { z } from 'zod';
import { RESOURCE_EVENTS } from './event.ts';
import { about, Id, isUnique, line, Time } from './primitives.ts';

/** Kinds of events that a webhook may choose, as in the `type` of an event. */
export const EVENT_TYPES = ['server', 'order', 'operation', 'attack', ...RESOURCE_EVENTS] as const;

const url = z.string().meta(about('URL that receives the events by POST.', 'https://example.com/hooks/hosting'));
const name = line(0, 100);

const webhook = {
  id: Id.describe('Id of the webhook.'),
  url,
  name: z.string().meta(about('Name of the webhook. Can be empty.', 'billing system')),
  event_types: z
    .array(z.enum(EVENT_TYPES))
    .meta(about('Kinds of events to send, as words of an open list. An empty list means all.', ['server', 'order'])),
  enabled: z.boolean().describe('True if events are sent.'),
  disabled_reason: z
    .enum(['customer', 'failing'])
    .nullable()
    .meta(
      about(
        'Reason why the webhook is disabled: by the account, after 3 days without a successful delivery, or after a 410 reply. Null while it is enabled.',
        'failing',
      ),
    ),
  failing_since: Time.nullable().describe(
    'Time since which all attempts have failed. Null if the last attempt succeeded, or if there was none.',
  ),
  previous_secret_until: Time.nullable().describe(
    'Time until which the previous secret also signs, or signed. Null if there was no overlap.',
  ),
  created_at: Time.describe('Time when the webhook was created.'),
};

export const Webhook = z
  .strictObject(webhook)
  .meta({ id: 'Webhook', description: 'A webhook, which sends events of the account to a URL. Its secret is not shown.' });
export type Webhook = z.infer<typeof Webhook>;

export const NewWebhook = z
  .strictObject({
    ...webhook,
    secret: z
      .string()
      .meta(
        about('Secret that signs the events. Only this reply contains it.', 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDZb5Z1c4N2yE='),
      ),
  })
  .meta({ id: 'NewWebhook', description: 'A webhook with its secret.' });
export type NewWebhook = z.infer<typeof NewWebhook>;

const givenUrl = line(1, 2_000).meta(
  about('An https URL on a public address, with port 443 or a port from 1024.', 'https://example.com/hooks/hosting'),
);
const eventTypes = z
  .array(z.enum(EVENT_TYPES))
  .max(50)
  .refine(isUnique, 'Must not contain the same kind twice.')
  .meta(about('Kinds of events to send. An empty list means all, future kinds included.', ['server', 'order']));

export const CreateWebhook = z
  .strictObject({
    url: givenUrl,
    name: name.optional().meta(about('Name of the webhook, at most 100 characters.', 'billing system')),
    event_types: eventTypes.optional(),
  })
  .meta({ id: 'CreateWebhook', description: 'The webhook to create.' });

export const UpdateWebhook = z
  .strictObject({
    url: givenUrl.optional(),
    name: name.optional().meta(about('Name of the webhook, at most 100 characters. Default: unchanged.', 'billing system')),
    event_types: eventTypes.optional(),
    enabled: z
      .boolean()
      .optional()
      .describe('True to send events. After it is enabled again, only new events are sent. Read earlier events from the stream.'),
  })
  .meta({ id: 'UpdateWebhook', description: 'The changes: at least one field.' });

export const RotateWebhookSecret = z
  .strictObject({
    overlap_minutes: z
      .int()
      .min(0)
      .max(10_080)
      .optional()
      .meta(about('Time in minutes during which the previous secret also signs, at most 10,080. Default: 1440.', 1_440)),
  })
  .meta({ id: 'RotateWebhookSecret', description: 'The overlap of the previous secret.' });

/** Id of a delivery, also in paths. */
export const DeliveryId = z
  .string()
  .regex(/^msg_[0-9a-f]{32}$/)
  .meta({ examples: ['msg_2f1c7a0e9b5d4c3f8a6e1b0d7c9f5a43'] });

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

const delivery = {
  id: DeliveryId.describe('Id of the delivery, sent as `webhook-id`, equal for all attempts.'),
  event_type: z.string().meta(about('Kind of the event. `test` for a test, `reset` if events are missing.', 'server')),
  event_id: z.int().nullable().meta(about('Number of the event in the stream, or null for a test.', 4711)),
  status: z
    .enum(DELIVERY_STATUSES)
    .meta(
      about(
        '`pending` while the delivery is attempted, `delivered` after a 2xx reply, `failed` after the last attempt.',
        'delivered',
      ),
    ),
  tries: z.int().min(0).meta(about('Number of attempts since the last replay.', 1)),
  created_at: Time.describe('Time when the delivery was created.'),
  next_try_at: Time.nullable().describe('Earliest time of the next attempt, or null if there is none.'),
  ended_at: Time.nullable().describe('Time when the delivery succeeded or failed, or null while it is pending.'),
};

export const EventDelivery = z
  .strictObject(delivery)
  .meta({ id: 'EventDelivery', description: 'A delivery of an event to a webhook.' });
export type EventDelivery = z.infer<typeof EventDelivery>;

export const EventDeliveryDetails = z
  .strictObject({
    ...delivery,
    body: z
      .string()
      .meta(
        about(
          'Payload: the JSON of an event of the stream.',
          '{"id":4711,"at":"2024-10-16T12:06:12.000000Z","change":"updated","resource_id":12,"type":"order","data":{"status":"paid"}}',
        ),
      ),
    attempts: z
      .array(
        z.strictObject({
          at: Time.describe('Time when the attempt started.'),
          status: z.int().nullable().meta(about('HTTP status of the reply, or null if there was none.', 200)),
          ms: z.int().min(0).meta(about('Duration in milliseconds.', 84)),
          error: z
            .string()
            .nullable()
            .meta(about('Reason of the failure, or null if the attempt succeeded.', 'The receiver answered with status 500.')),
        }),
      )
      .describe('Latest attempts, at most 20, oldest first.'),
    answer: z.string().nullable().meta(about('First kilobyte of the last reply body, or null if there was no reply.', 'ok')),
  })
  .meta({ id: 'EventDeliveryDetails', description: 'A delivery with its payload and the responses of the receiver.' });
export type EventDeliveryDetails = z.infer<typeof EventDeliveryDetails>;
