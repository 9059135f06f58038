import { inFile } from '../mutation.ts';

const EMAIL_CHANGE = ['lab/slices/email-change/email-change.test.ts'];

/** Of another address for a user. */
export const EMAIL_CHANGES = [
  ...inFile(
    'model/email-change.ts',
    ['model/email-change.test.ts'],
    [
      [
        'an address is confirmed from both',
        "other !== null || (side === 'new' && counts(change, now)) ? 'switch' : 'waits'",
        "'switch'",
      ],
      ['an address that is lost can be stopped for days', 'counts_from !== null && counts_from <= now', 'counts_from !== null'],
      ['the address that replaces a lost one is proven', ' && change.new_confirmed_at !== null', ''],
    ],
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
    'operations/operator/users/change.ts',
    ['operations/operator/users/users.test.ts'],
    [
      ["the staff gives nobody another user's address", 'if (taken)', 'if (false as boolean)'],
      ['the staff gives a suspended user no other address', 'if (user.suspended_at !== null)', 'if (false as boolean)'],
    ],
  ),
  ...inFile(
    'operations/user/update.ts',
    ['lab/slices/user/user.test.ts'],
    [['a stolen session turns no second factor off', 'if (preferences.email_otp_enabled !== undefined) requireRecent(cx);', '']],
  ),
];
