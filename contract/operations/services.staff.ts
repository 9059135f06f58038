import { ABOVE_LIMIT, REMOVAL } from '@innkeeper/model/people/staff';
import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { At, idArgument, oneLine, timeInput, wholeNumber } from '../operator/fields.ts';
import { endFields, ServiceEnd } from '../operator/service-end.ts';
import { Id } from '../schemas/primitives.ts';

const Suspension = z.strictObject({
  id: Id,
  account: Id,
  type: z.string(),
  status: z.string(),
  expiry_at: At.nullable(),
  /** Time of the suspension by staff, or `null` if staff did not suspend the service. */
  staff_suspended_at: At.nullable(),
  reason: z.string().nullable(),
});

export const services = {
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
    reply: Suspension,
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
    reply: Suspension,
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
    reply: Suspension,
    failures: ['not_found', 'wrong_state', 'locked'],
  }),
};
