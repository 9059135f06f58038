import { mutationsOf } from '../mutation.ts';

const EMAIL_CHANGE = ['lab/slices/email-change/email-change.test.ts'];

/** Mutations of changes of a user's email address. */
export const EMAIL_CHANGES = [
  ...mutationsOf(
    'model/email-change.ts',
    ['model/email-change.test.ts'],
    [
      [
        'an email change requires confirmation from both addresses',
        "other !== null || (side === 'new' && hasReachedStart(change, now)) ? 'switch' : 'waits'",
        "'switch'",
      ],
      [
        'a change of a lost address takes effect only after some days',
        'counts_from !== null && counts_from <= now',
        'counts_from !== null',
      ],
      ['a new address must be confirmed before it replaces a lost one', ' && change.new_confirmed_at !== null', ''],
    ],
  ),
  ...mutationsOf('operations/email-change/confirm.ts', EMAIL_CHANGE, [
    ['the link of an ended email change is no longer valid', "if (next === 'gone' ||", 'if ('],
  ]),
  ...mutationsOf('operations/email-change/create.ts', EMAIL_CHANGE, [
    ['a user can request a limited number of email changes a day', '>= CHANGES_A_DAY', '> 1_000'],
  ]),
  ...mutationsOf('domain/email-change/by-secret.ts', EMAIL_CHANGE, [
    ['the address of a suspended user cannot change', ' || user.suspended_at !== null', ''],
  ]),
  ...mutationsOf('domain/email-change/switch.ts', EMAIL_CHANGE, [
    ['an email change invalidates password reset links', '  await endPasswordResets(db, user.id, now);\n', ''],
  ]),
  ...mutationsOf(
    'operations/operator/users/change.ts',
    ['operations/operator/users/users.test.ts'],
    [
      ['staff cannot give a user the address of another user', 'if (taken)', 'if (false as boolean)'],
      ['staff cannot change the address of a suspended user', 'if (user.suspended_at !== null)', 'if (false as boolean)'],
    ],
  ),
  ...mutationsOf(
    'operations/user/update.ts',
    ['lab/slices/user/user.test.ts'],
    [
      [
        'a change to email codes requires recent authentication',
        'if (preferences.email_otp_enabled !== undefined) requireRecentAuthentication(cx);',
        '',
      ],
    ],
  ),
];
