import { z } from 'zod';
import { RESOURCE_EVENTS } from './event.ts';
import { about, Id, isUnique, line, Time } from './primitives.ts';

/** Kinds of events that a webhook may choose, as in the `type` of an event. */
export const EVENT_TYPES = ['server', 'order', 'operation', 'attack', ...RESOURCE_EVENTS] as const;

const url = z.string().meta(about('Where events are sent, by POST.', 'https://example.com/hooks/hosting'));
const name = line(0, 100);

const webhook = {
  id: Id.describe('Id of the webhook.'),
  url,
  name: z.string().meta(about('Name for people; may be empty.', 'billing system')),
  event_types: z
    .array(z.enum(EVENT_TYPES))
    .meta(about('Kinds of events that it gets: words of an open list; empty: all.', ['server', 'order'])),
  enabled: z.boolean().describe('Whether it gets events.'),
  disabled_reason: z
    .enum(['customer', 'failing'])
    .nullable()
    .meta(
      about(
        'Why it is disabled: by its account, or since nothing could be delivered for 3 days or the receiver answered 410; null while it is enabled.',
        'failing',
      ),
    ),
  failing_since: Time.nullable().describe('Since when no try was successful; null when the last one was, or there was none.'),
  previous_secret_until: Time.nullable().describe(
    'Until when the secret of before the last rotation signs besides, or signed; null: it never did.',
  ),
  created_at: Time.describe('When it was made.'),
};

export const Webhook = z
  .strictObject(webhook)
  .meta({ id: 'Webhook', description: 'Where events of the account are sent; its secret is not shown.' });
export type Webhook = z.infer<typeof Webhook>;

export const NewWebhook = z
  .strictObject({
    ...webhook,
    secret: z
      .string()
      .meta(
        about(
          'The secret that signs its events. Shown in this reply and never again.',
          'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDZb5Z1c4N2yE=',
        ),
      ),
  })
  .meta({ id: 'NewWebhook', description: 'A webhook with its secret.' });
export type NewWebhook = z.infer<typeof NewWebhook>;

const givenUrl = line(1, 2_000).meta(
  about('An https URL on a public address, whose port is 443, or 1024 or more.', 'https://example.com/hooks/hosting'),
);
const eventTypes = z
  .array(z.enum(EVENT_TYPES))
  .max(50)
  .refine(isUnique, 'Must not contain the same kind twice.')
  .meta(about('Kinds of events that it gets; empty: all, also those that are yet to come.', ['server', 'order']));

export const CreateWebhook = z
  .strictObject({
    url: givenUrl,
    name: name.optional().meta(about('Name for people, up to 100 characters.', 'billing system')),
    event_types: eventTypes.optional(),
  })
  .meta({ id: 'CreateWebhook', description: 'The webhook to make.' });

export const UpdateWebhook = z
  .strictObject({
    url: givenUrl.optional(),
    name: name.optional().meta(about('Name for people, up to 100 characters. Stays as it is when left out.', 'billing system')),
    event_types: eventTypes.optional(),
    enabled: z
      .boolean()
      .optional()
      .describe(
        'Whether it gets events. One that is enabled again gets those from now on; what happened before can be read from the stream.',
      ),
  })
  .meta({ id: 'UpdateWebhook', description: 'The changes: at least one field.' });

export const RotateWebhookSecret = z
  .strictObject({
    overlap_minutes: z
      .int()
      .min(0)
      .max(10_080)
      .optional()
      .meta(about('How many minutes the secret of before signs besides, a week at most; 1440 unless given.', 1_440)),
  })
  .meta({ id: 'RotateWebhookSecret', description: 'How long events are signed with both secrets.' });

/** In paths too. */
export const DeliveryId = z
  .string()
  .regex(/^msg_[0-9a-f]{32}$/)
  .meta({ examples: ['msg_2f1c7a0e9b5d4c3f8a6e1b0d7c9f5a43'] });

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

const delivery = {
  id: DeliveryId.describe('Id of the delivery, which the receiver gets as `webhook-id`; the same at every try.'),
  event_type: z.string().meta(about('Kind of the event; `test` for a test, `reset` when events are missing.', 'server')),
  event_id: z.int().nullable().meta(about('Number of the event, as in the stream; null for a test.', 4711)),
  status: z
    .enum(DELIVERY_STATUSES)
    .meta(
      about(
        '`pending` while it is tried, `delivered` when the receiver has answered 2xx, `failed` when it is tried no more.',
        'delivered',
      ),
    ),
  tries: z.int().min(0).meta(about('How often it was tried, since it was last replayed.', 1)),
  created_at: Time.describe('When the event was taken for the webhook.'),
  next_try_at: Time.nullable().describe('When it is tried next at the earliest; null when it is tried no more.'),
  ended_at: Time.nullable().describe('When it was delivered, or given up; null while it is pending.'),
};

export const EventDelivery = z.strictObject(delivery).meta({ id: 'EventDelivery', description: 'An event for a webhook.' });
export type EventDelivery = z.infer<typeof EventDelivery>;

export const EventDeliveryDetails = z
  .strictObject({
    ...delivery,
    body: z
      .string()
      .meta(
        about(
          'What is sent: the JSON of an event of the stream.',
          '{"id":4711,"at":"2024-10-16T12:06:12.000000Z","change":"updated","resource_id":12,"type":"order","data":{"status":"paid"}}',
        ),
      ),
    attempts: z
      .array(
        z.strictObject({
          at: Time.describe('When the try began.'),
          status: z.int().nullable().meta(about('HTTP status of the reply; null when there was none.', 200)),
          ms: z.int().min(0).meta(about('How long it took, in milliseconds.', 84)),
          error: z.string().nullable().meta(about('Why it was not delivered; null when it was.', 'The receiver answered 500.')),
        }),
      )
      .describe('The latest tries, up to 20, the oldest first.'),
    answer: z.string().nullable().meta(about("The first kilobyte of the last reply's body; null when there was no reply.", 'ok')),
  })
  .meta({ id: 'EventDeliveryDetails', description: 'An event for a webhook, with what is sent and what the receiver answered.' });
export type EventDeliveryDetails = z.infer<typeof EventDeliveryDetails>;
