import type { OperationName } from '@innkeeper/contract/operations';
import { expect, it } from 'vitest';
import { fieldFiles } from './fields.ts';
import { formOperations } from './forms.ts';

const fieldsOf = (name: OperationName): string => fieldFiles([name])[`console/web/rules/fields/${name}.gen.ts`]?.() ?? '';

it('gives each field its limits, and the sentences of the API where they differ', () => {
  expect(ruleIn('renewServers', 'server_ids')).toEqual({
    required: true,
    type: 'array',
    items: { type: 'integer', min: 1, max: 2_147_483_647 },
    minItems: 1,
    maxItems: 100,
  });
  expect(ruleIn('updateReferralCode', 'referral_code')).toMatchObject({
    converts: 'trim',
    says: { pattern: 'Must be 5 to 20 letters, digits, hyphens or underscores.' },
  });
});

it('distinguishes nullable fields from fields with several forms', () => {
  expect(ruleIn('modifyServerIsos', 'primary_iso_id')).toMatchObject({ type: 'integer', min: 1, nullable: true });
  expect(ruleIn('modifyServerIsos', 'boot_from')).toMatchObject({ enum: ['disk', 'iso'] });
  expect(ruleIn('deployServer', 'name')).toMatchObject({ anyOf: [{ type: 'string' }, { type: 'array', maxItems: 20 }] });
});

it('throws for an operation without fields', () => {
  expect(() => fieldsOf('startServer')).toThrow('startServer has no body to fill in');
});

it('finds the operations with a body among the words that follow a client', () => {
  expect(formOperations(new Set(['addSshKey', 'startServer', 'listServers', 'request']))).toEqual(['addSshKey']);
});

/** Returns the rule of a field from its generated line. */
function ruleIn(name: OperationName, field: string): unknown {
  const line = fieldsOf(name)
    .split('\n')
    .find((one) => one.startsWith(`  ${field}: `));
  return JSON.parse(line?.slice(`  ${field}: `.length, -1) ?? '{}');
}
