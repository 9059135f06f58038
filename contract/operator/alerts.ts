import { z } from 'zod';
import { Id } from '../schemas/primitives.ts';
import { operatorOperation } from './define.ts';
import { At, idArgument, listOf, oneLine, paging, ref } from './fields.ts';

const Alert = z.strictObject({
  id: Id,
  at: At,
  kind: z.string(),
  key: z.string(),
  resource: ref.nullable(),
  message: z.string(),
  /** Person who has acknowledged the alert, and the time. */
  acknowledged_at: At.nullable(),
  acknowledged_by: z.string().nullable(),
  /** Time at which the alert was closed, or `null` while it is open. */
  resolved_at: At.nullable(),
  /** True if `alert close` closes the alert. Other alerts close by themselves once their cause is over. */
  closable: z.boolean(),
});

export const alerts = {
  listAlerts: operatorOperation({
    resource: 'alerts',
    summary: 'list open alerts, newest first',
    changes: false,
    input: z.strictObject({
      kind: oneLine(60).optional().meta({ description: 'only alerts of this kind, such as server_crashed', value: 'kind' }),
      all: z.boolean().default(false).meta({ description: 'include closed alerts' }),
      ...paging,
    }),
    reply: listOf(Alert),
    failures: [],
  }),
  acknowledgeAlert: operatorOperation({
    resource: 'alerts',
    summary: 'acknowledge an alert, which stays open',
    changes: true,
    args: ['alert'],
    input: z.strictObject({ alert: idArgument('alert') }),
    reply: Alert,
    failures: ['not_found', 'wrong_state'],
  }),
  closeAlert: operatorOperation({
    resource: 'alerts',
    summary: 'close an alert that does not close by itself',
    changes: true,
    args: ['alert'],
    input: z.strictObject({ alert: idArgument('alert') }),
    reply: Alert,
    failures: ['not_found', 'wrong_state'],
  }),
};
