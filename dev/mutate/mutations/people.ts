import { mutationsOf } from '../mutation.ts';

const SIGN_UP = ['lab/slices/sign-up/sign-up.test.ts'];

/** Mutations of sign-up and of the identity of users. */
export const PEOPLE = [
  ...mutationsOf('domain/sign-up/send-link.ts', SIGN_UP, [
    [
      'an existing user gets no sign-up link',
      '  if (!user || (user.alone_since !== null && user.suspended_at === null)) return false;',
      '  if (user || !user) return false;',
    ],
    ['an address gets at most three sign-up mails an hour', '>= MAILS_AN_HOUR', '> 100'],
  ]),
  ...mutationsOf('operations/sign-up/create.ts', SIGN_UP, [
    ['sign-up is refused while it is closed', 'if (refusal !== undefined) throw', 'if (refusal === email) throw'],
    ['the number of sign-ups a day is limited', '>= max)', '> max + 1_000)'],
    ['requests for sign-up mails are throttled', '  throttle.mail(signInNetwork(cx), now);\n', ''],
  ]),
  ...mutationsOf('operations/sign-up/confirm.ts', SIGN_UP, [
    ['a sign-up link opens only one account', "{ outcome: 'account', account_id: accountId }", '{}'],
    ['a name that invoices cannot show is refused', '  requirePrintable(cx, { name });\n', ''],
    ['sign-up requires the current version of the terms of service', 'if (version !== read)', 'if (false as boolean)'],
    [
      'guesses of sign-up secrets are throttled',
      'const tried = throttle.address(network, now);',
      'const tried = { release() {} };',
    ],
  ]),
  ...mutationsOf('db/tables/sign-up.ts', SIGN_UP, [
    ['a sign-up link expires after a day', "    .where('expires_at', '>', now)\n", ''],
  ]),
];
