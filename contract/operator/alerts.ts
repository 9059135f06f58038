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
  /** Who looks after it, and since when. */
  acknowledged_at: At.nullable(),
  acknowledged_by: z.string().nullable(),
  /** Null: open. */
  resolved_at: At.nullable(),
  /** Whether `alert close` closes it; others close by themselves when what they tell of is over. */
  closable: z.boolean(),
});

export const alerts = {
  listAlerts: operatorOperation({
    resource: 'alerts',
    summary: 'list open alerts, the latest first',
    changes: false,
    input: z.strictObject({
      kind: oneLine(60).optional().meta({ description: 'only this kind: server_crashed', value: 'kind' }),
      all: z.boolean().default(false).meta({ description: 'closed ones too' }),
      ...paging,
    }),
    reply: listOf(Alert),
    failures: [],
  }),
  acknowledgeAlert: operatorOperation({
    resource: 'alerts',
    summary: 'say that you look after an alert; it stays open',
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
