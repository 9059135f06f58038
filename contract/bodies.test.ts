import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkBody, fieldsIgnoringNull, NO_FIELD_MESSAGE } from './bodies.ts';
import { OPERATION_NAMES, operationOf } from './operations.ts';
import { valuesOf } from './testing/arbitrary.ts';

const withBody = OPERATION_NAMES.map((name) => ({ name, operation: operationOf(name) })).filter(
  ({ operation }) => operation.body,
);

/** Fields for which `null` has a meaning, as documented for clients. */
const NULL_MEANS = [
  'modifyServerIsos primary_iso_id',
  'modifyServerIsos secondary_iso_id',
  'updateIpAddress ptr',
  'updateOrder promo_code',
];

/** Valid bodies of operations for which random generation finds none. */
const VALID: Record<string, object> = {
  setGeoFilter: { action: 'deny', countries: ['AT'] },
  updateGeoFilter: { countries: ['AT'] },
};

describe.each(withBody)('$name', ({ name, operation }) => {
  const body = operation.body as z.ZodType;
  const shape = (body as z.ZodObject).shape as Record<string, z.ZodType>;
  const optional = Object.keys(shape).filter((field) => shape[field]?.safeParse(undefined).success);

  it('treats null in an optional field as a missing field', () => {
    const [valid] = VALID[name] ? [VALID[name]] : fc.sample(valuesOf(body), { seed: 1, numRuns: 1 });
    for (const field of optional.filter((one) => !NULL_MEANS.includes(`${name} ${one}`))) {
      expect([...fieldsIgnoringNull(body)]).toContain(field);
      const { [field]: _left, ...without } = valid as Record<string, unknown>;
      expect(checkBody(operation, { ...without, [field]: null }), field).toEqual(checkBody(operation, without));
    }
  });

  it('gives null a meaning only in documented fields', () => {
    const meaning = Object.keys(shape).filter((field) => shape[field]?.safeParse(null).success);
    expect(meaning.map((field) => `${name} ${field}`).filter((one) => !NULL_MEANS.includes(one))).toEqual([]);
  });

  it('reports a PATCH without fields under `body`', () => {
    if (operation.method !== 'PATCH') return;
    for (const empty of [{}, Object.fromEntries([...fieldsIgnoringNull(body)].map((field) => [field, null]))])
      expect(checkBody(operation, empty)).toMatchObject({ ok: false, errors: { body: [NO_FIELD_MESSAGE] } });
  });
});

describe('a count of 0', () => {
  it('counts as a missing addon', () => {
    const deploy = { name: 'web-1', plan: 'nano', image_id: 1, microsoft_rds_sal: 0, microsoft_office_sal: 0, bandwidth: 0 };
    const checked = checkBody(operationOf('deployServer'), deploy);
    expect(checked).toMatchObject({ ok: true, value: { microsoft_rds_sal: undefined, bandwidth: undefined, auto_pay: true } });
    for (const name of ['purchaseServerAddons', 'scaleServerAddons'] as const) {
      const refused = checkBody(operationOf(name), { microsoft_rds_sal: 0 });
      expect(refused).toMatchObject({ ok: false, errors: { body: ['Must name at least one addon.'] } });
    }
  });
});

describe('an operation that creates an order', () => {
  const without = ['depositFunds', 'scaleServer', 'scaleServerAddons'];
  it('accepts auto_pay, except deposits and orders that must be paid at once', () => {
    const orders = withBody.filter(({ operation }) => operation.createsOrder);
    const takes = orders.filter(({ operation }) => 'auto_pay' in (operation.body as z.ZodObject).shape);
    expect(
      orders
        .map(({ name }) => name)
        .filter((name) => !takes.some((one) => one.name === name))
        .sort(),
    ).toEqual(without);
  });

  it('supports quotes, except deposits; so do cancellations and changes of orders', () => {
    const quoting = OPERATION_NAMES.filter((name) => operationOf(name).supportsDryRun);
    const expected = OPERATION_NAMES.filter((name) => {
      const { createsOrder, method } = operationOf(name);
      const ends = /^cancel/.test(name) && method === 'POST';
      return (createsOrder && name !== 'depositFunds') || ends || name === 'updateOrder' || name === 'changeRenewalPeriod';
    });
    expect(quoting).toEqual(expected);
    for (const name of quoting)
      expect(operationOf(name).query?.parse({ dry_run: 'true' }), name).toMatchObject({ dry_run: true });
    expect(operationOf('deployServer').query?.safeParse({ dry_run: '1' }).success).toBe(false);
  });
});

/** Trimmed fields of all bodies, by name. */
const TRIMMED = [
  ...['address', 'city', 'client_id', 'company_address', 'company_name', 'company_number', 'cpanel', 'hostname'],
  ...['key', 'name', 'otp', 'plan', 'postal_code', 'promo_code', 'ptr', 'referral_code', 'sha256', 'subject', 'terms_version'],
  ...['url', 'vat_number'],
];

function takesText(schema: z.ZodType): boolean {
  const json = z.toJSONSchema(schema, { io: 'input', metadata: z.registry<object>() });
  return [json, ...(json.anyOf ?? [])].some(({ type }) => type === 'string');
}

it('keys, names and codes are trimmed at both ends before validation; passwords, secrets and messages are not', () => {
  const trimmed = new Set<string>();
  for (const { name, operation } of withBody) {
    for (const [field, schema] of Object.entries((operation.body as z.ZodObject).shape as Record<string, z.ZodType>)) {
      if (!takesText(schema)) continue;
      const texts = fc.sample(valuesOf(schema), { seed: 1, numRuns: 50 }).filter((value) => typeof value === 'string');
      const text = texts.find((value) => value.trim() === value && value !== '');
      if (text === undefined) continue;
      const pasted = schema.safeParse(` ${text}\r\n`);
      if (!pasted.success) continue;
      if (pasted.data === schema.parse(text)) trimmed.add(field);
      // A script with Windows line ends does not run.
      else expect(pasted.data, `${name} ${field}`).toBe(` ${text}${field === 'startup_script' ? '' : '\r'}\n`);
    }
  }
  expect([...trimmed].sort()).toEqual(TRIMMED);
});

it('a missing required field is reported as required, in each body', () => {
  for (const { name, operation } of withBody) {
    const checked = checkBody({ ...operation, method: 'POST' }, {});
    if (checked.ok) continue;
    const shape = (operation.body as z.ZodObject).shape as Record<string, z.ZodType>;
    const required = Object.keys(shape).filter((field) => !shape[field]?.safeParse(undefined).success);
    for (const field of required) expect(checked.errors[field], `${name} ${field}`).toEqual(['This field is required.']);
  }
});

it('dry_run in a body is refused, with a hint to the query parameter if the operation has quotes', () => {
  for (const { name, operation } of withBody) {
    if (name === 'calculateServerAddonScale') continue;
    const checked = checkBody(operation, { dry_run: true });
    const sentence = operation.supportsDryRun
      ? 'Must be a query parameter: add `?dry_run=true` to the URL.'
      : 'This field is unknown. Remove it.';
    expect(checked, name).toMatchObject({ ok: false, errors: { dry_run: [sentence] } });
  }
});

it('an addon that cannot be scaled is refused with a list of addons that can', () => {
  for (const name of ['scaleServerAddons', 'calculateServerAddonScale'] as const)
    expect(checkBody(operationOf(name), { bandwidth: 1, microsoft_rds_sal: 2 })).toEqual({
      ok: false,
      errors: { bandwidth: ['Must be one of the addons that can be scaled: cpanel, microsoft_rds_sal, microsoft_office_sal.'] },
    });
});

it('a reverse DNS name is a hostname that may end with a dot', () => {
  const { body } = operationOf('updateIpAddress');
  expect(body?.parse({ ptr: 'web.example.' })).toEqual({ ptr: 'web.example' });
  expect(body?.parse({ ptr: { '2001:db8::1': 'web.example.', '2001:db8::2': null } })).toEqual({
    ptr: { '2001:db8::1': 'web.example', '2001:db8::2': null },
  });
  for (const ptr of ['a_b.example', 'm\u00fcnchen.example', 'a..b', '.', ''])
    expect(body?.safeParse({ ptr }).success, ptr).toBe(false);
});

it('an empty text clears a field of the user', () => {
  const checked = checkBody(operationOf('updateUser'), { city: '', vat_number: '', tech_email: '', address: null });
  expect(checked).toEqual({ ok: true, value: { city: '', vat_number: '', tech_email: '' } });
  expect(z.safeParse(operationOf('updateUser').body as z.ZodType, { language: '' }).success).toBe(false);
});

it('the size of a startup script counts without carriage returns and what is removed before `#!`', () => {
  const deploy = (startup_script: string) =>
    checkBody(operationOf('deployServer'), { name: 'web-1', plan: 'nano', image_id: 1, ssh_keys: [1], startup_script });
  const longest = '#!/bin/sh'.padEnd(16_384, '\n');
  for (const text of [longest, longest.replaceAll('\n', '\r\n'), `\ufeff\n\n${longest}`])
    expect(deploy(text)).toMatchObject({ ok: true, value: { startup_script: longest } });
  expect(deploy(`${longest}\r\n`)).toMatchObject({
    ok: false,
    errors: { startup_script: ['Must have at most 16384 characters.'] },
  });
  expect(deploy('\ufeff')).toMatchObject({ ok: false, errors: { startup_script: ['Must not be empty.'] } });
});
