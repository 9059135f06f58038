import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { At, idArgument, listOf, paging } from '../operator/fields.ts';
import { Id } from '../schemas/primitives.ts';

const Mail = z.strictObject({
  id: Id,
  created_at: At,
  account: Id.nullable(),
  address: z.string(),
  template: z.string(),
  /** `waiting` for the first or next attempt, `sent`, or `failed` if no further attempt follows. */
  state: z.enum(['waiting', 'sent', 'failed']),
  tries: z.int(),
  next_try_at: At.nullable(),
  error: z.string().nullable(),
});

export const mails = {
  listMails: staffOperation({
    method: 'GET',
    path: '/operator/mails',
    command: 'mail list',
    roles: ['support', 'billing'],
    resource: 'mails',
    summary: 'list mail to customers that waits or failed, newest first',
    changes: false,
    input: z.strictObject({
      failed: z.boolean().default(false).meta({ description: 'only failed mail, which is no longer retried' }),
      all: z.boolean().default(false).meta({ description: 'include sent mail' }),
      ...paging,
    }),
    reply: listOf(Mail),
    failures: [],
  }),
  retryMail: staffOperation({
    method: 'POST',
    path: '/operator/mails/{mail}/retry',
    command: 'mail retry',
    args: ['mail'],
    roles: ['support', 'technical'],
    resource: 'mails',
    summary: 'send a failed mail again',
    changes: true,
    input: z.strictObject({ mail: idArgument('mail') }),
    reply: Mail,
    failures: ['not_found', 'wrong_state'],
  }),
};
