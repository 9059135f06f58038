import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { idArgument, nodeName } from '../operator/fields.ts';
import { Id } from '../schemas/primitives.ts';

const server = idArgument('server');

export const serverMoves = {
  placeServer: staffOperation({
    method: 'POST',
    path: '/operator/servers/{server}/place',
    command: 'server place',
    args: ['server'],
    roles: ['technical'],
    resource: 'servers',
    summary: 'set a server to the node where its guest runs, after a restore of an older database',
    changes: true,
    input: z.strictObject({
      server,
      on: nodeName.meta({ description: 'node whose worker has reported the guest (alert guest_unknown)', value: 'node' }),
    }),
    reply: z.strictObject({ server: Id, hostname: z.string(), from: z.string(), to: z.string() }),
    failures: ['not_found', 'locked', 'wrong_state', 'no_capacity'],
  }),
  moveServer: staffOperation({
    method: 'POST',
    path: '/operator/servers/{server}/move',
    command: 'server move',
    args: ['server'],
    roles: ['technical'],
    resource: 'servers',
    summary: 'move a server to another node: a running one without a stop, a stopped one by a common copy store',
    changes: true,
    input: z.strictObject({
      server,
      to: nodeName
        .optional()
        .meta({ description: 'node to which the server moves (default: the one with most free memory)', value: 'node' }),
      leave_copies: z
        .boolean()
        .default(false)
        .meta({ description: 'leave snapshots and backups on the disk of the old node, where they cannot be restored' }),
    }),
    /** `live`: the server runs on while it moves. */
    reply: z.strictObject({
      server: Id,
      hostname: z.string(),
      from: z.string(),
      to: z.string(),
      live: z.boolean(),
      workflow: Id,
    }),
    failures: ['not_found', 'wrong_state', 'locked', 'no_capacity'],
  }),
};
