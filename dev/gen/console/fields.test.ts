import { readFile } from 'node:fs/promises';
import type { OperationName } from '@innkeeper/contract/operations';
import { expect, it } from 'vitest';
import type { Document } from '../sdk/audience.ts';
import { fieldFiles } from './fields.ts';

const document = JSON.parse(await readFile('contract/openapi.gen.json', 'utf8')) as Document;
const fieldsOf = (name: OperationName): string =>
  fieldFiles(() => document, [name])[`console/web/rules/fields/${name}.gen.ts`]?.() ?? '';

it('gives each field its limits, its example and its description', () => {
  const { description, ...limits } = ruleIn('renewServers', 'server_ids');
  expect(limits).toEqual({
    required: true,
    type: 'array',
    minItems: 1,
    maxItems: 100,
    items: { type: 'integer', min: 1, max: 2_147_483_647 },
    example: [1],
  });
  expect(description).toMatch(/^Ids of the servers/);
});

it('distinguishes nullable fields from fields with several forms', () => {
  expect(ruleIn('modifyServerIsos', 'primary_iso_id')).toMatchObject({ type: 'integer', min: 1, nullable: true });
  expect(ruleIn('modifyServerIsos', 'boot_from')).toMatchObject({ type: 'string', enum: ['disk', 'iso'] });
  expect(ruleIn('deployServer', 'name')).toMatchObject({ anyOf: [{ type: 'string' }, { type: 'array', maxItems: 20 }] });
});

it('throws for an operation without fields', () => {
  expect(() => fieldsOf('startServer')).toThrow('startServer has no body to fill in');
});

/** Returns the rule of a field from its generated line. */
function ruleIn(name: OperationName, field: string): Record<string, unknown> {
  const line = fieldsOf(name)
    .split('\n')
    .find((one) => one.startsWith(`  "${field}": `));
  return JSON.parse(line?.slice(`  "${field}": `.length, -1) ?? '{}') as Record<string, unknown>;
}
