/** A row of the index of servers, which a client reads whole and keeps up to date by events. */
import { z } from 'zod';
import { about, Id, MoneyText, Time } from './primitives.ts';
import { ServerPower, ServerState } from './server.ts';
import { LockReason, ServiceStatus } from './service.ts';

/** Fields that events of a server have had from the beginning. */
const state = {
  status: ServiceStatus.describe('Its billing status.'),
  status_reason: z
    .string()
    .nullable()
    .meta(about('Why the server is as it is, in a sentence; null where nothing needs saying.', null)),
  power: ServerPower.describe('Whether its guest runs, in one word.'),
  state: z.array(ServerState).describe('The technical states that hold now.'),
  lock_reason: LockReason.nullable().meta(
    about('What the operation that holds it does, a word of a closed list; null when none does.', 'restart'),
  ),
};

/** Fields that the events of a server have since it has summaries. */
const details = {
  hostname: z.string().meta(about('Its hostname.', 'web-1.example.com')),
  plan: z.string().meta(about('Key of its plan.', 'nano')),
  image: z.string().meta(about('Name of the image that it was made from.', 'Debian 13')),
  main_ip: z.string().nullable().meta(about('Its main address, IPv4 where it has one; null for none.', '203.0.113.10')),
  billing_cycle: z.int().meta(about('Billing cycle in months.', 1)),
  renew_amount: MoneyText.describe('Price of renewing it for a billing cycle, without VAT.'),
  auto_renew: z.boolean().describe('True if the server is renewed automatically before it expires.'),
  cancelled: z.boolean().describe('Whether there is a request to end it.'),
  created_at: Time.describe('Time of its order.'),
  expiry_at: Time.nullable().describe('End of the paid time, or null if the server is not paid yet.'),
};

const { hostname, ...others } = details;

export const ServerSummary = z
  .strictObject({
    id: Id.describe('Id of the server.'),
    hostname,
    ...state,
    ...others,
    under_attack: z.boolean().describe('Whether an attack on one of its addresses goes on. Events of attacks tell of changes.'),
  })
  .meta({ id: 'ServerSummary', description: 'A virtual server, in short.' });
export type ServerSummary = z.infer<typeof ServerSummary>;

/** Events from before there were summaries have nothing in these fields. */
function inEvent<T extends z.ZodType>(field: T): z.ZodNullable<T> {
  const { description = '', examples } = field.meta() ?? {};
  return field
    .nullable()
    .meta({ description: `${description.replace(/\.$/, '')}; null in older events.`, ...(examples ? { examples } : {}) });
}

/** The fields of the summary as the events of a server carry them. */
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
