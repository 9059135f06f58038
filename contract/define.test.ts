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

it('an entry cannot forget whose the resources of its path are, nor a mutation what their lock means', () => {
  // @ts-expect-error whose the server is
  operation(ENTRY);
  // @ts-expect-error whether a locked server may be painted
  operation({ ...ENTRY, resources });
  // @ts-expect-error a word that requires nothing
  operation({ ...ENTRY, resources, locks: 'id', requires: { server: 'painted' } });
  const entry = operation({ ...ENTRY, resources, locks: 'id', requires: { server: 'active' } });
  expect(entry.locks).toBe('id');
  expect(operation({ ...ENTRY, resources, locks: null }).locks).toBeNull();
  expect(operation({ ...ENTRY, resources, ability: 'read' })).not.toHaveProperty('locks');
});
