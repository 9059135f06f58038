/** A row of the index of servers. A client reads the whole index and keeps it current by events. */
import { z } from 'zod';
import { about, Id, MoneyText, Time } from './primitives.ts';
import { ServerPower, ServerState } from './server.ts';
import { LockReason, ServiceStatus } from './service.ts';

/** Fields that server events have always had. */
const state = {
  status: ServiceStatus.describe('Billing status.'),
  status_reason: z.string().nullable().meta(about('Reason of the status, or null if there is none.', null)),
  power: ServerPower.describe('Power state of the guest.'),
  state: z.array(ServerState).describe('Current technical states.'),
  lock_reason: LockReason.nullable().meta(
    about('Action of the operation that locks the server, a word of a closed list. Null if there is no lock.', 'restart'),
  ),
};

/** Fields that server events have since summaries were introduced. */
const details = {
  hostname: z.string().meta(about('Hostname.', 'web-1.example.com')),
  plan: z.string().meta(about('Key of the plan.', 'nano')),
  image: z.string().meta(about('Name of the image.', 'Debian 13')),
  main_ip: z.string().nullable().meta(about('Main address, IPv4 if there is one, or null if there is none.', '203.0.113.10')),
  billing_cycle: z.int().meta(about('Billing cycle in months.', 1)),
  renew_amount: MoneyText.describe('Price of a renewal for one billing cycle, without VAT.'),
  auto_renew: z.boolean().describe('True if the server is renewed automatically before it expires.'),
  cancelled: z.boolean().describe('True if the server is cancelled.'),
  created_at: Time.describe('Time of the order.'),
  expiry_at: Time.nullable().describe('End of the paid time, or null if the server is not paid yet.'),
};

const { hostname, ...others } = details;

export const ServerSummary = z
  .strictObject({
    id: Id.describe('Id of the server.'),
    hostname,
    ...state,
    ...others,
    under_attack: z.boolean().describe('True while one of the addresses is under attack. Events of attacks report changes.'),
    attack_filtered: z
      .boolean()
      .nullable()
      .meta(
        about(
          'True if the pools of all attacked addresses have protection, so that the attack is filtered. False if one has none. Null without an attack.',
          null,
        ),
      ),
  })
  .meta({ id: 'ServerSummary', description: 'A virtual server, in short.' });
export type ServerSummary = z.infer<typeof ServerSummary>;

/** Returns a field of an event as nullable, because events from before summaries lack the field. */
function inEvent<T extends z.ZodType>(field: T): z.ZodNullable<T> {
  const { description = '', examples } = field.meta() ?? {};
  return field
    .nullable()
    .meta({ description: `${description.replace(/\.$/, '')}; null in older events.`, ...(examples ? { examples } : {}) });
}

/** Fields of the summary in the form that server events carry. */
export const serverEventData = {
  ...state,
  hostname: inEvent(hostname),
  plan: inEvent(details.plan),
  image: inEvent(details.image),
  main_ip: details.main_ip,
  billing_cycle: inEvent(details.billing_cycle),
  renew_amount: inEvent(details.renew_amount),
  auto_renew: inEvent(details.auto_renew),
  cancelled: inEvent(details.cancelled),
  created_at: inEvent(details.created_at),
  expiry_at: details.expiry_at,
};

export const ServerSummaries = z
  .strictObject({
    data: z.array(ServerSummary).describe('Servers in the order of their ids.'),
    next_after: Id.nullable().describe('Value of `after` for the next part; null if this is the last one.'),
    event_id: z
      .int()
      .min(0)
      .describe("Number of the account's latest event that these rows show; 0 before the first. Later events apply to them."),
  })
  .meta({ id: 'ServerSummaries', description: 'A part of the index of servers, all of one moment.' });
