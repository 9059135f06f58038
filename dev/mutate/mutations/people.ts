import { mutationsOf } from '../mutation.ts';

const SIGN_UP = ['lab/slices/sign-up/sign-up.test.ts'];

/** Mutations of sign-up and of the identity of users. */
export const PEOPLE = [
  ...mutationsOf('domain/sign-up/send-link.ts', SIGN_UP, [
    [
      'who is a user already is sent no link',
      '  if (!user || (user.alone_since !== null && user.suspended_at === null)) return false;',
      '  if (user || !user) return false;',
    ],
    ['an address is sent three mails an hour', '>= MAILS_AN_HOUR', '> 100'],
  ]),
  ...mutationsOf('operations/sign-up/create.ts', SIGN_UP, [
    ['nobody signs up while it is closed', 'if (refusal !== undefined) throw', 'if (refusal === email) throw'],
    ['sign-ups of a day are bounded', '>= max)', '> max + 1_000)'],
    ['who asks for many mails waits', '  throttle.mail(signInNetwork(cx), now);\n', ''],
  ]),
  ...mutationsOf('operations/sign-up/confirm.ts', SIGN_UP, [
    ['a link opens one account', "{ outcome: 'account', account_id: accountId }", '{}'],
    ['the terms that hold are accepted', 'if (version !== read)', 'if (false as boolean)'],
    ['who tries many secrets waits', 'const tried = throttle.address(network, now);', 'const tried = { release() {} };'],
  ]),
  ...mutationsOf('db/tables/sign-up.ts', SIGN_UP, [['a link works for a day', "    .where('expires_at', '>', now)\n", '']]),
];
