import { z } from 'zod';
import { operation } from '../define.ts';
import { pageOf } from '../envelope.ts';
import { pageQuery } from '../query.ts';
import { LongOperation } from '../schemas/operation.ts';
import { byId } from './paths.ts';

/** Operations that continue after a reply. Everything that locks a server can be followed here. */
export const operations = {
  listServerOperations: operation({
    method: 'GET',
    path: '/servers/{id}/operations',
    group: 'Operations',
    title: 'List operations of a server',
    summary: 'Lists running and finished operations of a server, newest first.',
    origin: 'ours',
    ability: 'read',
    ...byId('server'),
    query: z.strictObject(pageQuery()),
    bodyKind: 'none',
    reply: { status: 200, schema: pageOf(LongOperation), paginated: true },
    failures: [],
  }),
  listOperations: operation({
    method: 'GET',
    path: '/operations',
    group: 'Operations',
    title: 'List unfinished operations',
    summary:
      'Lists the operations of the account that have not ended, newest first. Ended operations are listed for each server.',
    origin: 'ours',
    ability: 'read',
    query: z.strictObject(pageQuery()),
    bodyKind: 'none',
    reply: { status: 200, schema: pageOf(LongOperation), paginated: true },
    failures: [],
  }),
  getOperation: operation({
    method: 'GET',
    path: '/operations/{id}',
    group: 'Operations',
    title: 'Get an operation',
    summary: 'Returns the progress of an operation: its state, its steps, and its estimated end.',
    origin: 'ours',
    ability: 'read',
    ...byId('operation'),
    bodyKind: 'none',
    reply: { status: 200, schema: LongOperation },
    failures: [],
  }),
};
