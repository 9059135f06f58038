import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import {
  At,
  AuditEntry,
  accountArgument,
  idArgument,
  listOf,
  nodeName,
  oneLine,
  paging,
  WorkflowStep,
} from '../operator/fields.ts';
import { OwnCancellation, ServiceEnd, UnpaidSuspension } from '../operator/service-end.ts';
import { Id } from '../schemas/primitives.ts';
import { SERVICE_STATUSES } from '../schemas/service.ts';

const common = {
  id: Id,
  hostname: z.string(),
  account: Id,
  email: z.string(),
  status: z.enum(SERVICE_STATUSES),
  power: z.string(),
  plan: z.string(),
  node: z.string(),
};

const ListedServer = z.strictObject({
  ...common,
  /** Main address. */
  address: z.string().nullable(),
  lock: z.strictObject({ reason: z.string(), locked_at: At, deadline_at: At, workflow: Id, state: z.string() }).nullable(),
});

const ServerDetails = z.strictObject({
  ...common,
  status_reason: z.string().nullable(),
  rescue: z.boolean(),
  network_suspended: z.boolean(),
  holds_capacity: z.boolean(),
  vcpus: z.int(),
  memory_mb: z.int(),
  disk_gb: z.int(),
  image: z.string(),
  created_at: At,
  expiry_at: At.nullable(),
  /** Pending end by staff, or `null`. */
  end: ServiceEnd.nullable(),
  /** Cancellation by the owner, or `null`. */
  cancellation: OwnCancellation.nullable(),
  /** Suspension for lack of payment, present or ahead, of a server past its expiry, or whose renewal waits and whose suspension was postponed. Otherwise `null`. Also `null` for a server that is cancelled, or that staff suspended or ends. */
  unpaid: UnpaidSuspension.nullable(),
  /** State of the machine in the engine. `absent`: its node has none. `unknown`: only a command on its node sees it. */
  machine: z.string(),
  addresses: z.array(z.string()),
  lock: z
    .strictObject({
      reason: z.string(),
      locked_at: At,
      deadline_at: At,
      workflow: Id,
      kind: z.string(),
      state: z.string(),
      direction: z.enum(['forward', 'back']),
      error: z.string().nullable(),
    })
    .nullable(),
  /** Workflows, newest first. */
  workflows: z.array(
    z.strictObject({
      id: Id,
      kind: z.string(),
      state: z.string(),
      step: z.string().nullable(),
      attempts: z.int(),
      created_at: At,
      finished_at: At.nullable(),
      reason: z.string().nullable(),
      error: z.string().nullable(),
    }),
  ),
  /** Steps of the newest workflow. */
  steps: z.array(WorkflowStep),
  alerts: z.array(z.strictObject({ id: Id, at: At, kind: z.string(), message: z.string() })),
  audit: z.array(AuditEntry),
});

const server = idArgument('server');

export const servers = {
  listAllServers: staffOperation({
    method: 'GET',
    path: '/operator/servers',
    command: 'server list',
    roles: ['support', 'billing', 'technical'],
    resource: 'servers',
    summary: 'list servers of all accounts',
    changes: false,
    input: z.strictObject({
      account: accountArgument.optional(),
      node: nodeName.optional().meta({ description: 'only servers of this node', value: 'name' }),
      status: z
        .enum(SERVICE_STATUSES)
        .optional()
        .meta({
          description: `only servers with this status: ${SERVICE_STATUSES.join(', ')} (default: all but terminated)`,
          value: 'status',
        }),
      stuck: z.boolean().default(false).meta({ description: 'only servers whose workflow is stuck or overdue' }),
      search: oneLine(255)
        .optional()
        .meta({ description: 'only servers whose hostname contains this, or that have this address', value: 'text' }),
      ...paging,
    }),
    reply: listOf(ListedServer),
    failures: ['not_found'],
  }),
  showServer: staffOperation({
    method: 'GET',
    path: '/operator/servers/{server}',
    command: 'server show',
    args: ['server'],
    roles: ['support', 'billing', 'technical'],
    resource: 'servers',
    summary: 'show a server with its recent activity and the steps of its last workflow',
    changes: false,
    input: z.strictObject({ server }),
    reply: ServerDetails,
    failures: ['not_found'],
  }),
  repairServer: staffOperation({
    command: 'server repair',
    args: ['server'],
    hostOnly: 'It uses the engine of the host.',
    resource: 'servers',
    summary: 'list problems of a server, and repair them with --yes',
    changes: true,
    input: z
      .strictObject({
        server,
        end_lost: z.boolean().default(false).meta({
          description:
            'end a server whose machine is lost and release its capacity and addresses; moves no money, removes no disk',
        }),
        reason: oneLine(200).optional().meta({ description: 'reason of --end-lost, shown to the owner', value: 'sentence' }),
        yes: z.boolean().default(false).meta({ description: 'repair the problems' }),
      })
      .refine(({ end_lost, reason }) => end_lost === (reason !== undefined), {
        path: ['reason'],
        error: 'Must be given with --end-lost, and only with it.',
      }),
    /**
     * `findings` has one sentence for each problem. `repaired` is the number of repaired problems. `lost` is set with `end_lost`: where the
     * machine is missing, and the workflow that ends the server, `null` without `yes`. Directory and file system are `null` for a server
     * of another node, whose worker checks them.
     */
    reply: z.strictObject({
      id: Id,
      findings: z.array(z.string()),
      repaired: z.int(),
      lost: z
        .strictObject({
          node: z.string(),
          directory: z.string().nullable(),
          file_system: z.string().nullable(),
          workflow: Id.nullable(),
        })
        .nullable(),
    }),
    failures: ['not_found', 'wrong_state', 'locked'],
  }),
};
