import { mutationsOf } from '../mutation.ts';

const MATRIX = ['lab/cross-cutting/operator.test.ts'];
const SLICE = ['lab/slices/operator.test.ts'];
const GIFTS = ['lab/slices/staff-gifts.test.ts'];
const APPROVALS = ['operations/operator/approvals/approvals.test.ts'];
const FOUR_EYES = ['lab/slices/staff-four-eyes.test.ts'];
const PEOPLE = ['operations/operator/staff/staff.test.ts'];

const INSIDE = ['lab/cross-cutting/support-access.test.ts'];
const CONSENT = ['lab/slices/support-access/support-access.test.ts'];

const SIGN_IN = ['lab/slices/staff-sessions/sign-in.test.ts'];
const SET_UP = ['lab/slices/staff-sessions/set-up.test.ts'];

/** Mutations of the staff's requests. */
export const STAFF = [
  ...mutationsOf(
    'operations/operator/tickets/merge.ts',
    ['operations/operator/tickets/merge.test.ts'],
    [
      [
        'tickets of two customers are not merged',
        'if (from.account_id !== into.account_id || from.requester !== into.requester)',
        'if (from.requester !== into.requester)',
      ],
    ],
  ),
  ...mutationsOf('http/operator/token.ts', MATRIX, [
    ['an operation is for its roles', 'if (staff && roles.includes(staff.role))', 'if (staff)'],
    ['only the staff is known', "if (!found) throw new Failure('unauthenticated');", 'if (!found) return undefined;'],
  ]),
  ...mutationsOf('http/operator/token.ts', MATRIX, [
    ['a change with a cookie comes from a page of ours', "given.kind === 'session' && !", '(false as boolean) && !'],
    [
      'who is signed in proves it for what costs something',
      'if (actor) requireRecent',
      'if (actor && (false as boolean)) requireRecent',
    ],
  ]),
  ...mutationsOf('domain/access/staff-factors.ts', SIGN_IN, [
    ['a code without the password signs nobody in', 'if (!proven || step === undefined)', 'if (step === undefined)'],
    ['a recovery code without the password signs nobody in', 'if (!proven || !known)', 'if (!known)'],
    ['a code of the staff is taken once', '    await storeStaffTotpStep(db, staffId, step);\n', ''],
    ['a recovery code of the staff is taken once', '  await takeStaffRecoveryCode(db, { staffId, hash, now });\n', ''],
  ]),
  ...mutationsOf('operations/operator/staff-sessions/check.ts', SIGN_IN, [
    ['wrong tries for one of the staff count together', 'person?.known_place ?? false', 'true as boolean'],
    ['of requests with one code one passes', 'await lockStaff(cx.db, String(person?.id ?? 0))', '{ disabled_at: null }'],
  ]),
  ...mutationsOf('operations/operator/staff-sessions/start.ts', SIGN_IN, [
    ['a browser has one session', 'if (replaces)', 'if (replaces && (false as boolean))'],
  ]),
  ...mutationsOf('operations/operator/staff-sessions/set-up.ts', SET_UP, [
    ['an invitation is used once', '  await deleteStaffInvitation(cx.db, id);\n', ''],
    ['an app that has not the secret is not enabled', 'matchingStep(openStaffSecret(sealer, id, totp_secret), otp, now)', '1'],
  ]),
  ...mutationsOf('db/tables/staff-sign-in.ts', SET_UP, [['an invitation expires', "    .where('i.expires_at', '>', now)\n", '']]),
  ...mutationsOf('operations/operator/staff/invite.ts', SET_UP, [
    ['who is invited again is signed out', 'await revokeStaffTokens(cx.db, { sessionsOf: id }, now)', '[]'],
  ]),
  ...mutationsOf('domain/access/staff.ts', SLICE, [
    ['a token works from its networks', '!found || !isFrom(parseNetworks(found.allowed_networks), from)', '!found'],
  ]),
  ...mutationsOf(
    'db/tables/staff.ts',
    [...MATRIX, ...PEOPLE],
    [
      ['who is disabled is out', ".where('s.disabled_at', 'is', null)", ''],
      ['a token expires', ".where('t.expires_at', '>', now)", ''],
      ['a session that nobody uses ends', ".where('t.last_used_at', '>', idleSince)", ''],
    ],
  ),
  ...mutationsOf('http/operator/run.ts', SLICE, [
    ['a secret is never stored', 'entry.changes && entry.secret !== true', 'entry.changes'],
  ]),
  ...mutationsOf('operations/operator/approvals/request.ts', APPROVALS, [
    [
      'past the limit another person is asked',
      'if ((await sumStaffSpending(',
      'if ((true as boolean) || (await sumStaffSpending(',
    ],
    ['parts count together', '(await sumStaffSpending(cx, actor.id, new Date(now.getTime() - days(1)))) + amount', 'amount'],
    ['credits of one moment are seen together', ".where('id', '=', actor.id).forUpdate()", ".where('id', '=', actor.id)"],
  ]),
  ...mutationsOf('operations/operator/approvals/approve.ts', APPROVALS, [
    ['nobody approves what they asked for', "actor.kind === 'staff' && actor.id === row.requested_by", 'false as boolean'],
    ['who left has nothing done', 'if (asker.disabled_at)', 'if (false as boolean)'],
  ]),
  ...mutationsOf('operations/operator/approvals/request.ts', GIFTS, [
    ['time that is given counts', 'Object.keys(AMOUNT_OF_OPERATION)', 'Object.keys(AMOUNT_OF_OPERATION).slice(0, -1)'],
    ['an earlier end needs nobody', 'if (amount === 0n) return undefined;', ''],
  ]),
  ...mutationsOf('operations/operator/approvals/approve.ts', GIFTS, [
    ['an approval gives no more than was asked for', 'if (now > asked)', 'if (now < 0n)'],
  ]),
  ...mutationsOf('operations/operator/approvals/request.ts', FOUR_EYES, [
    ['money above a payment counts', "then 'above'", "then 'none'"],
  ]),
  ...mutationsOf('operations/operator/approvals/approve.ts', FOUR_EYES, [
    ['nobody approves with a token of another maker', 'token.made_by === null || token.made_by === id', 'true as boolean'],
  ]),
  ...mutationsOf('operations/operator/staff/token.ts', FOUR_EYES, [
    ['a person makes no token of another', 'madeBy !== null && madeBy !== staffId', 'false as boolean'],
  ]),
  ...mutationsOf('operations/operator/approvals/decide.ts', APPROVALS, [
    ['what is decided stays decided', 'if (row.outcome !== null)', 'if (false as boolean)'],
    ['an approval expires', 'if (row.expires_at <= cx.clock.now())', 'if (false as boolean)'],
  ]),
  ...mutationsOf('http/guards/support.ts', INSIDE, [
    ['support goes as far as its scope', 'may[caller.scope]', 'may.write'],
    ['support does what is for it', 'throw new Failure(', 'if (may.write) throw new Failure('],
  ]),
  ...mutationsOf('db/tables/support-access.ts', INSIDE, [
    ['a consent that has ended lets nobody in', "eb('g.ended_at', 'is', null), ", ''],
    ['who is disabled is out of accounts too', "    .where('s.disabled_at', 'is', null)\n", ''],
  ]),
  ...mutationsOf('domain/access/support.ts', CONSENT, [
    ['an access works from the networks of the token that opened it', '!isFrom(', '!isFrom([], from) && !isFrom('],
  ]),
  ...mutationsOf('http/guards/limit-key.ts', CONSENT, [
    ['support uses up nothing of the account', "caller.kind === 'staff'", 'false as boolean'],
  ]),
  ...mutationsOf('operations/operator/access/force.ts', CONSENT, [
    ['who breaks the glass is told of', "    roles: ['owner', 'admin'],\n", '    roles: [],\n'],
  ]),
];
