/** Every field for an email address accepts a domain with other letters, and passes its ASCII form on. */
import { SINGLES } from '@innkeeper/model/catalogue/sections';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { OPERATION_NAMES, operationOf } from './operations.ts';
import { OPERATOR_OPERATION_NAMES, operatorOperationOf } from './operator/all.ts';
import { STAFF_SESSION_NAMES, staffSessionEntryOf } from './operator/sessions.ts';

const shapeOf = (schema: z.ZodType | undefined) =>
  ((schema as z.ZodObject | undefined)?.shape ?? {}) as Record<string, z.ZodType>;
const ADDRESS = 'ada@example.com';
/** Texts that are neither an address nor contain one. A field that accepts them is no field for addresses. */
const OTHERS = ['ada.example.com', '5'];
const isForAddresses = (field: z.ZodType) =>
  field.safeParse(ADDRESS).success && OTHERS.every((text) => !field.safeParse(text).success);
const isForLists = (field: z.ZodType) =>
  field.safeParse([ADDRESS]).success && OTHERS.every((text) => !field.safeParse([text]).success);

const FIELDS = [
  ...OPERATION_NAMES.map((name) => [name, shapeOf(operationOf(name).body)] as const),
  ...OPERATOR_OPERATION_NAMES.map((name) => [name, shapeOf(operatorOperationOf(name).input)] as const),
  ...STAFF_SESSION_NAMES.map((name) => [name, shapeOf(staffSessionEntryOf(name).input)] as const),
].flatMap(([name, shape]) =>
  Object.entries(shape).flatMap(([key, field]) => {
    if (isForAddresses(field)) return [[`${name} ${key}`, (text: string) => field.safeParse(text)] as const];
    return isForLists(field) ? [[`${name} ${key}`, (text: string) => field.safeParse([text])] as const] : [];
  }),
);
/** Fields that name an address which a user, a member of the staff or an entry has. */
const EXISTING = [
  ...['createSession email', 'createPasswordReset email', 'createAccountClosure email', 'beginSingleSignOn email'],
  ...[
    'createStaffSession email',
    'issueAccessToken email',
    'listAllTokens email',
    'resetUser user',
    'changeUser user',
    'withdrawUser user',
  ],
  ...['suspendUser user', 'resumeUser user'],
];

test('the fields are found', () => {
  const names = FIELDS.map(([name]) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      ...['createSignUp email', 'createEmailChange email', 'createInvitation email', 'updateUser tech_email'],
      ...['createAccount email', 'addStaff email', 'setStaff email', 'inviteSignup email', 'changeUser email'],
      ...['setInbox address', 'setInbox abuse_address', 'notifyAlert mail', 'setDns contact', 'exportPool contact'],
    ]),
  );
});

test.each(FIELDS)('%s', (name, parse) => {
  const written = (text: string) => [parse(text).data].flat()[0];
  expect(written('ada@MÜNCHEN.example')).toBe('ada@xn--mnchen-3ya.example');
  expect(written('ada@例え。テスト')).toBe('ada@xn--r8jz45g.xn--zckzah');
  for (const text of ['ada@ä/x.example', 'ada@xn--zz.ä', 'ada@ä', 'ada@ä b.example'])
    expect(parse(text).success, text).toBe(false);
  const local = (bytes: number) => `${'a'.repeat(bytes)}@example.com`;
  expect(parse(local(64)).success).toBe(true);
  const { success, error } = parse(local(65));
  expect(success, `${name} accepts 65 bytes`).toBe(EXISTING.includes(name));
  if (!success) expect(JSON.stringify(error)).toContain('at most 64 bytes before the @');
});

test('the address of the seller in the catalogue', () => {
  const field = SINGLES.seller.find(({ name }) => name === 'email');
  expect(field?.read('shop@läden.example')).toBe('shop@xn--lden-loa.example');
  expect(field?.read('by telephone only')).toBe('by telephone only');
});
