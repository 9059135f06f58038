/** Builds the operations on snapshots and backups. Both are copies of disks, so their operations to list, delete and create are alike. */
import { z } from 'zod';
import { operation } from '../define.ts';
import { pageOf } from '../envelope.ts';
import { copyQuery } from '../query.ts';
import { byId } from './paths.ts';

/** Returns the entries of one kind of copy. `copy` is the schema of a copy. */
export function copyFamily<const K extends 'snapshot' | 'backup', Copy extends z.ZodType>(kind: K, copy: Copy) {
  const group = kind === 'snapshot' ? 'Snapshots' : 'Backups';
  return {
    list: (origin: 'known' | 'source') =>
      operation({
        method: 'GET',
        path: `/${kind}s`,
        group,
        title: `List ${kind}s`,
        summary: `Lists the complete ${kind}s of all servers of the account. They are normally kept for 30 days after their server is terminated.`,
        origin,
        ability: 'read',
        query: z.strictObject(copyQuery),
        bodyKind: 'none',
        reply: { status: 200, schema: pageOf(copy), paginated: true },
        failures: [],
      }),
    delete: (origin: 'known' | 'source') =>
      operation({
        method: 'DELETE',
        path: `/${kind}s/{id}`,
        group,
        title: `Delete ${kind}`,
        summary: `Deletes a ${kind} permanently.`,
        origin,
        ability: 'write',
        ...byId(kind),
        locks: null,
        bodyKind: 'none',
        reply: { status: 204 },
        failures: ['locked'],
      }),
    /** Entry of the operation that creates a copy, without its summary and body. */
    creation: {
      method: 'POST',
      path: `/servers/{id}/${kind}s`,
      group,
      title: `Create ${kind}`,
      origin: 'ours',
      ability: 'write',
      ...byId('server'),
      locks: 'id',
      requires: { server: 'built' },
      reply: { status: 201, schema: copy },
      failures: ['no_capacity', 'not_supported'],
    },
  } as const;
}
