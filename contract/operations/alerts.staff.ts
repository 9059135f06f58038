import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { At, idArgument, listOf, newEmailAddress, oneLine, paging, ref } from '../operator/fields.ts';
import { Finding } from '../operator/installation.ts';
import { Id } from '../schemas/primitives.ts';

const Alert = z.strictObject({
  id: Id,
  at: At,
  kind: z.string(),
  key: z.string(),
  resource: ref.nullable(),
  message: z.string(),
  /** Time of the acknowledgement, and the person who acknowledged the alert. Both are `null` if nobody has. */
  acknowledged_at: At.nullable(),
  acknowledged_by: z.string().nullable(),
  /** Time at which the alert was closed, or `null` while it is open. */
  resolved_at: At.nullable(),
  /** True if `alert close` can close the alert. Other alerts close automatically once their cause is over. */
  closable: z.boolean(),
});

/** Destinations of alert notices. */
const channels = {
  mail: z.array(z.string()),
  webhook: z.string().nullable(),
  /** URL that the worker requests once a minute. */
  ping: z.string().nullable(),
};

const url = (description: string) =>
  z
    .union([
      z.literal('none'),
      z.url({ protocol: /^https?$/, error: 'Must be a URL such as https://hooks.example.net/alerts.' }).max(2000),
    ])
    .optional()
    .meta({ description, value: 'url' });

export const alerts = {
  listAlerts: staffOperation({
    method: 'GET',
    path: '/operator/alerts',
    command: 'alert list',
    roles: ['support', 'billing', 'technical'],
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
  acknowledgeAlert: staffOperation({
    method: 'POST',
    path: '/operator/alerts/{alert}/acknowledge',
    command: 'alert acknowledge',
    args: ['alert'],
    roles: ['technical'],
    resource: 'alerts',
    summary: 'acknowledge an alert, which stays open',
    changes: true,
    input: z.strictObject({ alert: idArgument('alert') }),
    reply: Alert,
    failures: ['not_found', 'wrong_state'],
  }),
  closeAlert: staffOperation({
    method: 'POST',
    path: '/operator/alerts/{alert}/close',
    command: 'alert close',
    args: ['alert'],
    roles: ['technical'],
    resource: 'alerts',
    summary: 'close an alert that does not close by itself',
    changes: true,
    input: z.strictObject({ alert: idArgument('alert') }),
    reply: Alert,
    failures: ['not_found', 'wrong_state'],
  }),
  channelsAlert: staffOperation({
    command: 'alert channels',
    hostOnly: 'Its URLs can hold secrets of other services.',
    resource: 'alerts',
    summary: 'show where alerts are sent',
    changes: false,
    input: z.strictObject({}),
    reply: z.strictObject(channels),
    failures: [],
  }),
  notifyAlert: staffOperation({
    command: 'alert notify',
    hostOnly: 'It decides where alerts are sent, also to private addresses.',
    resource: 'alerts',
    summary: 'set where alerts are sent',
    changes: true,
    input: z.strictObject({
      mail: z
        .array(z.union([z.literal('none'), newEmailAddress]))
        .min(1)
        .max(10)
        .optional()
        .meta({ description: 'addresses that get a mail ("none": no mail)', value: 'address' }),
      webhook: url('URL that gets a signed webhook ("none": no webhook); plain http only to private addresses'),
      ping: url('URL that is requested once a minute while a worker works, for a monitor outside ("none": no ping)'),
    }),
    reply: z.strictObject({
      ...channels,
      /** Secret that signs the notices of a new webhook, or `null`. Shown once. */
      secret: z.string().nullable(),
    }),
    secret: true,
    failures: [],
  }),
  testAlert: staffOperation({
    command: 'alert test',
    hostOnly: 'It sends from the host, with its mail server and its key.',
    resource: 'alerts',
    summary: 'send a test through each way that alerts are sent',
    changes: true,
    input: z.strictObject({}),
    reply: z.strictObject({ findings: z.array(Finding) }),
    failures: [],
  }),
};
