/** Codes are accepted as people type and paste them, wherever one is accepted. */
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { OPERATION_NAMES, operationOf } from './operations.ts';
import { STAFF_SESSION_NAMES, staffSessionEntryOf } from './operator/sessions.ts';

const FIELD = 'otp';
const shapeOf = (schema: z.ZodType | undefined) =>
  ((schema as z.ZodObject | undefined)?.shape ?? {}) as Record<string, z.ZodType>;
const FIELDS = [
  ...OPERATION_NAMES.map((name) => [name, shapeOf(operationOf(name).body)[FIELD]] as const),
  ...STAFF_SESSION_NAMES.map((name) => [name, shapeOf(staffSessionEntryOf(name).input)[FIELD]] as const),
].flatMap(([name, field]) => (field ? [[name, field] as const] : []));
/** These accept codes of the app only. */
const WITHOUT_RECOVERY_CODES = ['enableTwoFactor', 'createRecoveryCodes', 'completeStaffSetUp'];

test('the fields are found', () => {
  expect(FIELDS.map(([name]) => name)).toEqual(expect.arrayContaining(['createSession', 'verifySession', 'disableTwoFactor']));
  expect(FIELDS.map(([name]) => name)).toEqual(expect.arrayContaining(['confirmSession', 'enableTwoFactor']));
  expect(FIELDS.map(([name]) => name)).toEqual(expect.arrayContaining(['createRecoveryCodes', 'confirmBySingleSignOn']));
});

test.each(FIELDS)('%s ignores blanks in a code', (name, field) => {
  for (const text of ['012345', '012 345', ' 01 23 45 ', '012\u00a0345', '012\u2009345', '012345\r\n', 12_345])
    expect(field.parse(text), JSON.stringify(text)).toBe('012345');
  for (const text of ['', ' ', '01234', '0123456', '012-345', '01234a'])
    expect(field.safeParse(text).success, JSON.stringify(text)).toBe(false);
  const accepts = !WITHOUT_RECOVERY_CODES.includes(name);
  for (const text of ['7d2f-90ab-c4e1', '7D2F 90AB C4E1', '7d2f 90abc4e1', ' 7d2f -90ab- c4e1 ', '7d2f90 abc4e1'])
    expect(field.safeParse(text).success, `${name} ${text}`).toBe(accepts);
});
