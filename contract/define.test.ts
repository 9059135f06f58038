import { expect, it } from 'vitest';
import { z } from 'zod';
import { operation } from './define.ts';
import { IdParam } from './schemas/primitives.ts';

const ENTRY = {
  method: 'POST',
  path: '/servers/{id}/paint',
  group: 'Servers',
  title: 'Paint',
  summary: 'Paints a server.',
  origin: 'ours',
  ability: 'write',
  params: z.strictObject({ id: IdParam }),
  bodyKind: 'none',
  reply: { status: 204 },
  failures: [],
} as const;

const resources = [{ kind: 'server', param: 'id' }] as const;

it('an entry must declare the resources of its path, and a mutation also their lock', () => {
  // @ts-expect-error the owner of the server is not declared
  operation(ENTRY);
  // @ts-expect-error the meaning of a lock is not declared
  operation({ ...ENTRY, resources });
  // @ts-expect-error no such requirement exists
  operation({ ...ENTRY, resources, locks: 'id', requires: { server: 'painted' } });
  const entry = operation({ ...ENTRY, resources, locks: 'id', requires: { server: 'active' } });
  expect(entry.locks).toBe('id');
  expect(operation({ ...ENTRY, resources, locks: null }).locks).toBeNull();
  expect(operation({ ...ENTRY, resources, ability: 'read' })).not.toHaveProperty('locks');
});
