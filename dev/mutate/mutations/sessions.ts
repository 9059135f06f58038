import { mutationsOf } from '../mutation.ts';

const SIGN_IN = ['lab/slices/sessions/sign-in.test.ts'];
const SESSION = ['lab/slices/sessions/session.test.ts'];
const TWO_FACTOR = ['lab/slices/user/two-factor.test.ts'];

/** Mutations of sessions and of the second factor. */
export const SESSIONS = [
  ...mutationsOf('operations/sessions/create.ts', SIGN_IN, [
    ['a sign-in with a wrong password is refused', 'if (!user || !fits || ', 'if (!user || '],
  ]),
  ...mutationsOf('domain/sign-in/challenge.ts', SIGN_IN, [
    [
      'a user with an authenticator app must enter a code',
      '  if (user.has_totp)\n',
      '  if (user.has_totp && (false as boolean))\n',
    ],
    ['a user with email codes must enter a code', 'if (user.email_otp_enabled)', 'if (false as boolean)'],
    ['the number of email codes an hour is limited', '>= CODES_AN_HOUR', '> 1_000'],
  ]),
  ...mutationsOf('domain/sign-in/replace-session.ts', SIGN_IN, [
    [
      'a new sign-in ends the previous session',
      "if (actor.kind === 'session') await endSessions(",
      "if (actor.kind === 'token') await endSessions(",
    ],
  ]),
  ...mutationsOf('operations/sessions/verify.ts', SIGN_IN, [
    ['a sign-in can be completed only once', 'done_at === null && ', ''],
    ['a sign-in must be completed within minutes', 'expires_at > now && ', ''],
    ['a code has a limited number of attempts', ' && tries < MAX_ATTEMPTS', ''],
    ['a wrong email code is refused', 'if (timingSafeEqual(expected, digestOfCode(sealer, token, otp)))', 'if (otp)'],
  ]),
  ...mutationsOf('domain/passwords/check.ts', SIGN_IN, [
    ['a suspended user cannot sign in', ' && user?.suspended_at === null', ''],
    [
      'sign-in attempts of an address are counted',
      'const tries = [throttle.address(network, now)];',
      'const tries: { release(): void }[] = [];',
    ],
  ]),
  ...mutationsOf('operations/sessions/confirm.ts', SESSION, [
    ['a confirmation with a wrong password is refused', 'if (!checked?.user || !checked.fits)', 'if (!checked?.user)'],
    [
      'a user with an authenticator app must also confirm with a code',
      'if (!user.has_totp) return otp === undefined',
      'if (user.has_totp || !user.has_totp) return otp === undefined',
    ],
  ]),
  ...mutationsOf('operations/sessions/delete.ts', SESSION, [
    ['ending other sessions keeps the current session', "kind === 'session' ? id : undefined", 'undefined'],
  ]),
  ...mutationsOf('db/tables/sessions.ts', SESSION, [
    ['a user cannot end a session of another user', 'row.user_id === userId ? accountId : NO_ACCOUNT', 'accountId'],
  ]),
  ...mutationsOf('http/guards/origin.ts', SESSION, [
    [
      'a change with a cookie from another site is refused',
      "if (!isOurs(from, context)) throw new Failure('foreign_origin');",
      '',
    ],
    ['a change with a cookie must state its origin', "if (byCookie && site !== 'same-origin')", 'if (false as boolean)'],
  ]),
  ...mutationsOf('http/guards/recent-authentication.ts', SESSION, [
    ['a sensitive operation requires recent authentication', 'if (actor) requireRecentAuthentication({ actor, clock });', ''],
  ]),
  ...mutationsOf('operations/user/disable-two-factor.ts', TWO_FACTOR, [
    [
      'disabling the second factor requires a code',
      '  await verifySecondFactor(cx, sealer, { userId, otp, recovery: true });\n',
      '',
    ],
  ]),
  ...mutationsOf(
    'operations/tokens/rotate.ts',
    ['lab/slices/tokens/tokens.test.ts'],
    [['an expired token cannot be rotated', 'if (token.expires_at && token.expires_at <= now)', 'if (false as boolean)']],
  ),
];
