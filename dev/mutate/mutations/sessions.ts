import { mutationsOf } from '../mutation.ts';

const SIGN_IN = ['lab/slices/sessions/sign-in.test.ts'];
const SESSION = ['lab/slices/sessions/session.test.ts'];
const TWO_FACTOR = ['lab/slices/user/two-factor.test.ts'];

/** Mutations of sessions and of the second factor. */
export const SESSIONS = [
  ...mutationsOf('operations/sessions/create.ts', SIGN_IN, [
    ['a wrong password signs nobody in', 'if (!user || !fits || ', 'if (!user || '],
    ['who has an app gives a code', '  if (user.has_totp)\n', '  if (user.has_totp && (false as boolean))\n'],
    ['who asks for codes by mail gives one', 'if (user.email_otp_enabled)', 'if (false as boolean)'],
    ['codes by mail are few an hour', '>= CODES_AN_HOUR', '> 1_000'],
    [
      'who signs in again leaves the session of before',
      "if (actor.kind === 'session') await endSessions(",
      "if (actor.kind === 'token') await endSessions(",
    ],
  ]),
  ...mutationsOf('operations/sessions/verify.ts', SIGN_IN, [
    ['a sign-in is completed once', 'done_at === null && ', ''],
    ['a sign-in is completed within minutes', 'expires_at > now && ', ''],
    ['a code is guessed a few times', ' && tries < MAX_ATTEMPTS', ''],
    ['another code by mail signs nobody in', 'if (timingSafeEqual(expected, digestOfCode(sealer, token, otp)))', 'if (otp)'],
  ]),
  ...mutationsOf('operations/sessions/check-password.ts', SIGN_IN, [
    ['a suspended user does not sign in', ' && user?.suspended_at === null', ''],
    ['tries of an address count', 'const tries = [throttle.address(network, now)];', 'const tries: { release(): void }[] = [];'],
  ]),
  ...mutationsOf('operations/sessions/confirm.ts', SESSION, [
    ['a wrong password confirms nothing', 'if (!checked?.user || !checked.fits)', 'if (!checked?.user)'],
    ['who has an app confirms by a code too', 'if (!user.has_totp) return undefined;', 'return undefined;'],
  ]),
  ...mutationsOf('operations/sessions/delete.ts', SESSION, [
    ['the session that ends others goes on', "kind === 'session' ? id : undefined", 'undefined'],
  ]),
  ...mutationsOf('db/tables/sessions.ts', SESSION, [
    ["nobody ends another's session", 'row.user_id === userId ? accountId : NO_ACCOUNT', 'accountId'],
  ]),
  ...mutationsOf('http/guards/origin.ts', SESSION, [
    ['a change with a cookie comes from no other page', "if (!isOurs(from, context)) throw new Failure('foreign_origin');", ''],
    ['a change with a cookie says where it comes from', "if (byCookie && site !== 'same-origin')", 'if (false as boolean)'],
  ]),
  ...mutationsOf('http/guards/recent-authentication.ts', SESSION, [
    ['what lasts takes a proof of the last minutes', 'if (actor) requireRecentAuthentication({ actor, clock });', ''],
  ]),
  ...mutationsOf('operations/user/disable-two-factor.ts', TWO_FACTOR, [
    [
      'the second factor is turned off by a code',
      '  await verifySecondFactor(cx, sealer, { userId, otp, recovery: true });\n',
      '',
    ],
  ]),
  ...mutationsOf(
    'operations/tokens/rotate.ts',
    ['lab/slices/tokens/tokens.test.ts'],
    [['a token that has expired gets no secret', 'if (token.expires_at && token.expires_at <= now)', 'if (false as boolean)']],
  ),
];
