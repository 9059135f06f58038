import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { referencesIn } from './body-references.ts';
import { OPERATION_NAMES, OPERATIONS, operationOf } from './operations.ts';

const deploy = (body: unknown) => referencesIn(OPERATIONS.deployServer, body);

describe('references of a body', () => {
  it('are found beside fields that are wrong', () => {
    expect(deploy({ name: '-', plan: ' nano ', ssh_keys: [3, 4], image_id: 7, colour: 'red' })).toEqual([
      { kind: 'plan_on_sale', value: 'nano', field: 'plan' },
      { kind: 'image', value: 7, field: 'image_id' },
      { kind: 'ssh_key', value: 3, field: 'ssh_keys.0' },
      { kind: 'ssh_key', value: 4, field: 'ssh_keys.1' },
    ]);
  });

  it('are those that are well-formed themselves, at their own place', () => {
    expect(deploy({ plan: '', image_id: -1, snapshot_id: null, ssh_keys: ['x', 5, 1.5, 5] })).toEqual([
      { kind: 'ssh_key', value: 5, field: 'ssh_keys.1' },
      { kind: 'ssh_key', value: 5, field: 'ssh_keys.3' },
    ]);
  });

  it('are at most as many as the schema allows', () => {
    expect(deploy({ ssh_keys: Array.from({ length: 101 }, (_, i) => i + 1) })).toEqual([]);
    expect(deploy({ ssh_keys: Array.from({ length: 100 }, (_, i) => i + 1) })).toHaveLength(100);
  });

  it('are none in what is no object, and none that an object inherits', () => {
    for (const body of [undefined, null, [], 'text', 7, Object.create({ plan: 'nano' })]) expect(deploy(body)).toEqual([]);
  });
});

/** Fields that look like a reference, with the reason why a 422 does not look them up. */
const NOT_LOOKED_UP: Readonly<Record<string, string>> = {
  'updateSession account_id': 'names a membership of the user, and is the only field',
  'putIdentityProvider client_id': 'is not ours',
  'scaleServerAddons cpanel': 'an addon that is sold no longer may still be scaled',
  'calculateServerAddonScale cpanel': 'an addon that is sold no longer may still be scaled',
  'updateOrder payment_method': 'the method that the order has may be offered no longer',
};
const LOOKS_LIKE_ONE = /(_id|_ids|^ids|^plan|^ssh_keys|^ticket|^cpanel|^payment_method)$/;

it('declares every field that names something', () => {
  const undeclared = OPERATION_NAMES.flatMap((name) => {
    const { body, references = {} } = operationOf(name);
    const fields = body instanceof z.ZodObject ? Object.keys(body.shape) : [];
    for (const field of Object.keys(references)) expect(fields, name).toContain(field);
    return fields.filter((field) => LOOKS_LIKE_ONE.test(field) && !(field in references)).map((field) => `${name} ${field}`);
  });
  expect(undeclared.sort()).toEqual(Object.keys(NOT_LOOKED_UP).sort());
});
