import { inFile } from '../mutation.ts';

const EMAIL_CHANGE = ['lab/slices/email-change/email-change.test.ts'];

/** Of another address for a user. */
export const EMAIL_CHANGES = [
  ...inFile(
    'model/email-change.ts',
    ['model/email-change.test.ts'],
    [['an address is confirmed from both', "other === null ? 'waits' : 'switch'", "'switch'"]],
  ),
  ...inFile('operations/email-change/confirm.ts', EMAIL_CHANGE, [
    ['a link of a change that ended works no longer', "if (next === 'gone' ||", 'if ('],
  ]),
  ...inFile('operations/email-change/create.ts', EMAIL_CHANGE, [
    ['a user asks for a few changes a day', '>= CHANGES_A_DAY', '> 1_000'],
  ]),
  ...inFile('domain/email-change/by-secret.ts', EMAIL_CHANGE, [
    ['the address of a suspended user stays', ' || user.suspended_at !== null', ''],
  ]),
  ...inFile('domain/email-change/switch.ts', EMAIL_CHANGE, [
    ['links for a password end with the address they were sent to', '  await endPasswordResets(db, user.id, now);\n', ''],
  ]),
  ...inFile(
    'operations/user/update.ts',
    ['lab/slices/user/user.test.ts'],
    [['a stolen session turns no second factor off', 'if (preferences.email_otp_enabled !== undefined) requireRecent(cx);', '']],
  ),
];
