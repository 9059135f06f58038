import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { referencesIn } from './body-references.ts';
import { OPERATION_NAMES, OPERATIONS, operationOf } from './operations.ts';

const deploy = (body: unknown) => referencesIn(OPERATIONS.deployServer, body);

describe('references of a body', () => {
  it('are found although other fields are invalid', () => {
    expect(deploy({ name: '-', plan: ' nano ', ssh_keys: [3, 4], image_id: 7, colour: 'red' })).toEqual([
      { kind: 'plan_on_sale', value: 'nano', field: 'plan' },
      { kind: 'image', value: 7, field: 'image_id' },
      { kind: 'ssh_key', value: 3, field: 'ssh_keys.0' },
      { kind: 'ssh_key', value: 4, field: 'ssh_keys.1' },
    ]);
  });

  it('include only well-formed values, with their positions', () => {
    expect(deploy({ plan: '', image_id: -1, snapshot_id: null, ssh_keys: ['x', 5, 1.5, 5] })).toEqual([
      { kind: 'ssh_key', value: 5, field: 'ssh_keys.1' },
      { kind: 'ssh_key', value: 5, field: 'ssh_keys.3' },
    ]);
  });

  it('are ignored beyond the maximum of the schema', () => {
    expect(deploy({ ssh_keys: Array.from({ length: 101 }, (_, i) => i + 1) })).toEqual([]);
    expect(deploy({ ssh_keys: Array.from({ length: 100 }, (_, i) => i + 1) })).toHaveLength(100);
  });

  it('are not found in non-objects or in inherited properties', () => {
    for (const body of [undefined, null, [], 'text', 7, Object.create({ plan: 'nano' })]) expect(deploy(body)).toEqual([]);
  });
});

/** Body fields that look like references but are not declared as such, with the reason. */
const NOT_REFERENCES: Readonly<Record<string, string>> = {
  'updateSession account_id': 'names a membership of the user, and is the only field',
  'putIdentityProvider client_id': 'is not ours',
  'scaleServerAddons cpanel': 'an addon that is sold no longer may still be scaled',
  'calculateServerAddonScale cpanel': 'an addon that is sold no longer may still be scaled',
  'updateOrder payment_method': 'the method that the order has may be offered no longer',
};
const REFERENCE_NAME = /(_id|_ids|^ids|^plan|^ssh_keys|^ticket|^cpanel|^payment_method)$/;

it('declares every field that looks like a reference', () => {
  const undeclared = OPERATION_NAMES.flatMap((name) => {
    const { body, references = {} } = operationOf(name);
    const fields = body instanceof z.ZodObject ? Object.keys(body.shape) : [];
    for (const field of Object.keys(references)) expect(fields, name).toContain(field);
    return fields.filter((field) => REFERENCE_NAME.test(field) && !(field in references)).map((field) => `${name} ${field}`);
  });
  expect(undeclared.sort()).toEqual(Object.keys(NOT_REFERENCES).sort());
});
