import { ABOVE_LIMIT, REMOVAL } from '@innkeeper/model/people/staff';
import { SERVICE_TYPES } from '@innkeeper/model/services/services';
import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { Amount, At, accountArgument, idArgument, keyset, oneLine, partOf, timeInput, wholeNumber } from '../operator/fields.ts';
import { endFields, OwnCancellation, ServiceEnd } from '../operator/service-end.ts';
import { Id } from '../schemas/primitives.ts';
import { SERVICE_STATUSES } from '../schemas/service.ts';

const Suspension = z.strictObject({
  id: Id,
  account: Id,
  type: z.string(),
  status: z.string(),
  expiry_at: At.nullable(),
  /** Time of the suspension by staff, or `null` if staff did not suspend the service. */
  staff_suspended_at: At.nullable(),
  reason: z.string().nullable(),
  /** Cancellation by the owner, or `null`. */
  cancellation: OwnCancellation.nullable(),
});

const Lifted = Suspension.extend({
  /** True if the account is suspended. Its owner can then only read, and renewals stay unpaid. */
  account_suspended: z.boolean(),
});

const leftOrders = {
  /** Unpaid automatic renewals that the act has cancelled. */
  void_orders: z.array(Id),
  /** Unpaid automatic renewals that go on for other services, with their new amounts with VAT. */
  reduced_orders: z.array(z.strictObject({ order: Id, gross: Amount })),
};

const ListedService = z.strictObject({
  id: Id,
  type: z.enum(SERVICE_TYPES),
  /** Name that the owner knows. */
  label: z.string(),
  account: Id,
  email: z.string(),
  status: z.enum(SERVICE_STATUSES),
  /** Price of a billing cycle without VAT. */
  renew_price: Amount,
  /** Length in months. */
  billing_cycle: z.int(),
  auto_renew: z.boolean(),
  /** True if the owner has cancelled the service, or the server of an addon. */
  cancelled: z.boolean(),
  /** True if staff suspends the service, the server of an addon, or the account. It then does not renew. */
  staff_suspended: z.boolean(),
  expiry_at: At.nullable(),
  /** Time at which staff ends the service, or the server of an addon. `null` for none. */
  ends_at: At.nullable(),
});

export const services = {
  listServices: staffOperation({
    method: 'GET',
    path: '/operator/services',
    command: 'service list',
    roles: ['support', 'billing', 'technical'],
    resource: 'services',
    summary: 'list services of all accounts, newest first: servers, addons, floating IPs and support plans',
    changes: false,
    input: z.strictObject({
      account: accountArgument.optional(),
      type: z
        .enum(SERVICE_TYPES)
        .optional()
        .meta({ description: `only services of this type: ${SERVICE_TYPES.join(', ')}`, value: 'type' }),
      status: z
        .enum(SERVICE_STATUSES)
        .optional()
        .meta({
          description: `only services with this status: ${SERVICE_STATUSES.join(', ')} (default: all but terminated)`,
          value: 'status',
        }),
      expires_before: timeInput
        .optional()
        .meta({ description: 'only services that expire earlier, such as 2027-03-31T12:00:00Z', value: 'time' }),
      ending: z.boolean().default(false).meta({ description: 'only services that staff ends' }),
      ...keyset,
    }),
    reply: partOf(ListedService),
    failures: ['not_found'],
  }),
  suspendService: staffOperation({
    method: 'POST',
    path: '/operator/services/{service}/suspend',
    command: 'service suspend',
    args: ['service'],
    roles: ['support', 'billing', 'technical'],
    resource: 'services',
    summary: 'suspend a service and its addons until staff resume it; a server is powered off and keeps its addresses',
    changes: true,
    input: z.strictObject({
      service: idArgument('server, floating IP or support plan'),
      reason: oneLine(200).meta({ description: 'reason, as a sentence that the customer reads', value: 'sentence' }),
    }),
    reply: Suspension.extend(leftOrders),
    failures: ['not_found', 'wrong_state', 'locked'],
  }),
  resumeService: staffOperation({
    method: 'POST',
    path: '/operator/services/{service}/resume',
    command: 'service resume',
    args: ['service'],
    roles: ['support', 'billing', 'technical'],
    resource: 'services',
    summary: 'resume a service that staff suspended; an unpaid or cancelled one gets a new grace period',
    changes: true,
    input: z.strictObject({
      service: idArgument('server, floating IP or support plan'),
      extend: z.boolean().default(false).meta({ description: 'extend the service by the paid time that it was suspended' }),
    }),
    reply: Lifted,
    failures: ['not_found', 'wrong_state', 'locked'],
  }),
  setService: staffOperation({
    method: 'PATCH',
    path: '/operator/services/{service}',
    command: 'service set',
    args: ['service'],
    roles: ['support', 'billing', 'technical'],
    recent: true,
    approval: ABOVE_LIMIT,
    resource: 'services',
    summary: 'change the expiry of a service and its addons; no money moves, and later renewals start from the new expiry',
    changes: true,
    input: z.strictObject({
      service: idArgument('server, floating IP or support plan'),
      expiry_at: timeInput.meta({ description: 'new expiry, such as 2027-03-31T12:00:00Z', value: 'time' }),
      reason: oneLine(200).meta({ description: 'reason, as a sentence that the customer reads', value: 'sentence' }),
    }),
    reply: Suspension.extend({
      /** Expiry before the change. */
      before: At,
      ...leftOrders,
    }),
    failures: ['not_found', 'wrong_state', 'locked'],
  }),
  postponeService: staffOperation({
    method: 'POST',
    path: '/operator/services/{service}/postpone',
    command: 'service postpone',
    args: ['service'],
    roles: ['billing'],
    recent: true,
    resource: 'services',
    summary: 'give a customer more days to pay a service and its addons before they are suspended',
    changes: true,
    input: z.strictObject({
      service: idArgument('server, floating IP or support plan'),
      days: wholeNumber(1, 90).meta({ description: 'number of additional days', value: 'n' }),
      reason: oneLine(200).meta({ description: 'reason, for other operators', value: 'sentence' }),
    }),
    reply: z.strictObject({
      id: Id,
      account: Id,
      type: z.string(),
      expiry_at: At,
      /** Time at which the service is suspended if it is still unpaid. */
      suspend_after: At,
    }),
    failures: ['not_found', 'wrong_state'],
  }),
  endService: staffOperation({
    method: 'POST',
    path: '/operator/services/{service}/end',
    command: 'service end',
    args: ['service'],
    roles: ['support', 'technical'],
    recent: true,
    approval: REMOVAL,
    resource: 'services',
    summary:
      'suspend a service and its addons at once and end them with their data later; no money moves, and nothing renews them',
    changes: true,
    input: z.strictObject({ service: idArgument('server, floating IP or support plan'), ...endFields }),
    reply: ServiceEnd,
    failures: ['not_found', 'wrong_state', 'locked'],
  }),
  keepService: staffOperation({
    method: 'POST',
    path: '/operator/services/{service}/keep',
    command: 'service keep',
    args: ['service'],
    roles: ['support', 'billing', 'technical'],
    resource: 'services',
    summary: 'undo the end of a service and resume it, unless staff had suspended it before',
    changes: true,
    input: z.strictObject({
      service: idArgument('server, floating IP or support plan'),
      reason: oneLine(200).meta({ description: 'reason, for other operators', value: 'sentence' }),
    }),
    reply: Lifted,
    failures: ['not_found', 'wrong_state', 'locked'],
  }),
};
