import { mutationsOf } from '../mutation.ts';

const EMAIL_CHANGE = ['lab/slices/email-change/email-change.test.ts'];

/** Mutations of the change of a user's email address. */
export const EMAIL_CHANGES = [
  ...mutationsOf(
    'model/email-change.ts',
    ['model/email-change.test.ts'],
    [
      [
        'an address is confirmed from both',
        "other !== null || (side === 'new' && hasReachedStart(change, now)) ? 'switch' : 'waits'",
        "'switch'",
      ],
      ['an address that is lost can be stopped for days', 'counts_from !== null && counts_from <= now', 'counts_from !== null'],
      ['the address that replaces a lost one is proven', ' && change.new_confirmed_at !== null', ''],
    ],
  ),
  ...mutationsOf('operations/email-change/confirm.ts', EMAIL_CHANGE, [
    ['a link of a change that ended works no longer', "if (next === 'gone' ||", 'if ('],
  ]),
  ...mutationsOf('operations/email-change/create.ts', EMAIL_CHANGE, [
    ['a user asks for a few changes a day', '>= CHANGES_A_DAY', '> 1_000'],
  ]),
  ...mutationsOf('domain/email-change/by-secret.ts', EMAIL_CHANGE, [
    ['the address of a suspended user stays', ' || user.suspended_at !== null', ''],
  ]),
  ...mutationsOf('domain/email-change/switch.ts', EMAIL_CHANGE, [
    ['links for a password end with the address they were sent to', '  await endPasswordResets(db, user.id, now);\n', ''],
  ]),
  ...mutationsOf(
    'operations/operator/users/change.ts',
    ['operations/operator/users/users.test.ts'],
    [
      ["the staff gives nobody another user's address", 'if (taken)', 'if (false as boolean)'],
      ['the staff gives a suspended user no other address', 'if (user.suspended_at !== null)', 'if (false as boolean)'],
    ],
  ),
  ...mutationsOf(
    'operations/user/update.ts',
    ['lab/slices/user/user.test.ts'],
    [
      [
        'a stolen session turns no second factor off',
        'if (preferences.email_otp_enabled !== undefined) requireRecentAuthentication(cx);',
        '',
      ],
    ],
  ),
];
