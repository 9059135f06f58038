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

/** Mutations of staff access, sign-in and approvals. */
export const STAFF = [
  ...mutationsOf(
    'operations/operator/tickets/merge.ts',
    ['operations/operator/tickets/merge.test.ts'],
    [
      [
        'tickets of different customers cannot be merged',
        'if (from.account_id !== into.account_id || from.requester !== into.requester)',
        'if (from.requester !== into.requester)',
      ],
    ],
  ),
  ...mutationsOf('http/operator/token.ts', MATRIX, [
    ['a staff operation is restricted to its roles', 'if (staff && roles.includes(staff.role))', 'if (staff)'],
    ['only staff can use the operator API', "if (!found) throw new Failure('unauthenticated');", 'if (!found) return undefined;'],
  ]),
  ...mutationsOf('http/operator/token.ts', MATRIX, [
    ['a staff change with a cookie must come from our own page', "given.kind === 'session' && !", '(false as boolean) && !'],
    [
      'a sensitive staff operation requires recent authentication',
      'if (actor) requireRecent',
      'if (actor && (false as boolean)) requireRecent',
    ],
  ]),
  ...mutationsOf('domain/access/staff-factors.ts', SIGN_IN, [
    ['a staff one-time code without the password is refused', 'if (!proven || step === undefined)', 'if (step === undefined)'],
    ['a staff recovery code without the password is refused', 'if (!proven || !known)', 'if (!known)'],
    ['a staff one-time code is accepted only once', '    await storeStaffTotpStep(db, staffId, step);\n', ''],
    ['a staff recovery code is accepted only once', '  await takeStaffRecoveryCode(db, { staffId, hash, now });\n', ''],
  ]),
  ...mutationsOf('operations/operator/staff-sessions/check.ts', SIGN_IN, [
    ['wrong staff sign-ins from unknown networks are counted together', 'person?.known_place ?? false', 'true as boolean'],
    [
      'only one of two concurrent requests with the same staff code succeeds',
      'await lockStaff(cx.db, String(person?.id ?? 0))',
      '{ disabled_at: null }',
    ],
  ]),
  ...mutationsOf('operations/operator/staff-sessions/start.ts', SIGN_IN, [
    ['a browser has only one staff session', 'if (replaces)', 'if (replaces && (false as boolean))'],
  ]),
  ...mutationsOf('operations/operator/staff-sessions/set-up.ts', SET_UP, [
    ['a staff invitation can be used only once', '  await deleteStaffInvitation(cx.db, id);\n', ''],
    [
      'an authenticator app is enabled only with a correct code',
      'matchingStep(openStaffSecret(sealer, id, totp_secret), otp, now)',
      '1',
    ],
  ]),
  ...mutationsOf('db/tables/staff-sign-in.ts', SET_UP, [
    ['a staff invitation expires', "    .where('i.expires_at', '>', now)\n", ''],
  ]),
  ...mutationsOf('operations/operator/staff/invite.ts', SET_UP, [
    ['a new staff invitation ends the existing sessions', 'await revokeStaffTokens(cx.db, { sessionsOf: id }, now)', '[]'],
  ]),
  ...mutationsOf('domain/access/staff.ts', SLICE, [
    [
      'a staff token is valid only from its allowed networks',
      '!found || !isFrom(parseNetworks(found.allowed_networks), from)',
      '!found',
    ],
  ]),
  ...mutationsOf(
    'db/tables/staff.ts',
    [...MATRIX, ...PEOPLE],
    [
      ['a disabled staff member has no access', ".where('s.disabled_at', 'is', null)", ''],
      ['a staff token expires', ".where('t.expires_at', '>', now)", ''],
      ['an idle staff session ends', ".where('t.last_used_at', '>', idleSince)", ''],
    ],
  ),
  ...mutationsOf('http/operator/run.ts', SLICE, [
    ['a reply that contains a secret is never stored', 'entry.changes && entry.secret !== true', 'entry.changes'],
  ]),
  ...mutationsOf('operations/operator/approvals/request.ts', APPROVALS, [
    [
      'an amount over the daily limit requires approval by another person',
      'if ((await sumStaffSpending(',
      'if ((true as boolean) || (await sumStaffSpending(',
    ],
    [
      'the amounts of a day are added up for the limit',
      '(await sumStaffSpending(cx, actor.id, new Date(now.getTime() - days(1)))) + amount',
      'amount',
    ],
    [
      'concurrent requests of a staff member are counted together',
      ".where('id', '=', actor.id).forUpdate()",
      ".where('id', '=', actor.id)",
    ],
  ]),
  ...mutationsOf('operations/operator/approvals/approve.ts', APPROVALS, [
    [
      'a staff member cannot approve their own request',
      "actor.kind === 'staff' && actor.id === row.requested_by",
      'false as boolean',
    ],
    ['a request of a disabled staff member cannot be approved', 'if (requester.disabled_at)', 'if (false as boolean)'],
  ]),
  ...mutationsOf('operations/operator/approvals/request.ts', GIFTS, [
    [
      'free time counts against the limit of a staff member',
      'Object.keys(AMOUNT_OF_OPERATION)',
      'Object.keys(AMOUNT_OF_OPERATION).slice(0, -1)',
    ],
    ['an earlier end requires no approval', 'if (amount === 0n) return undefined;', ''],
  ]),
  ...mutationsOf('operations/operator/approvals/approve.ts', GIFTS, [
    ['an approval does not exceed the requested amount', 'if (currentAmount > approvedAmount)', 'if (now < 0n)'],
  ]),
  ...mutationsOf('operations/operator/approvals/request.ts', FOUR_EYES, [
    ['money above the requested payment counts against the limit of a staff member', "then 'above'", "then 'none'"],
  ]),
  ...mutationsOf('operations/operator/approvals/approve.ts', FOUR_EYES, [
    [
      'an approval with a token that another person created is refused',
      'token.made_by === null || token.made_by === id',
      'true as boolean',
    ],
  ]),
  ...mutationsOf('operations/operator/staff/token.ts', FOUR_EYES, [
    ['a staff member cannot create a token for another person', 'madeBy !== null && madeBy !== staffId', 'false as boolean'],
  ]),
  ...mutationsOf('operations/operator/approvals/decide.ts', APPROVALS, [
    ['a decided approval is final', 'if (row.outcome !== null)', 'if (false as boolean)'],
    ['a pending approval expires', 'if (row.expires_at <= cx.clock.now())', 'if (false as boolean)'],
  ]),
  ...mutationsOf('http/guards/support.ts', INSIDE, [
    ['a support access is limited to its scope', 'allowedScopes[caller.scope]', 'allowedScopes.write'],
    [
      'support cannot use operations that only members may use',
      'throw new Failure(',
      'if (allowedScopes.write) throw new Failure(',
    ],
  ]),
  ...mutationsOf('db/tables/support-access.ts', INSIDE, [
    ['an ended consent no longer gives access', "eb('g.ended_at', 'is', null), ", ''],
    ['a disabled staff member has no support access', "    .where('s.disabled_at', 'is', null)\n", ''],
  ]),
  ...mutationsOf('domain/access/support.ts', CONSENT, [
    ['a support access is valid only from the networks of the token that opened it', '!isFrom(', '!isFrom([], from) && !isFrom('],
  ]),
  ...mutationsOf('http/guards/limit-key.ts', CONSENT, [
    ['support does not use up the limits of the account', "caller.kind === 'staff'", 'false as boolean'],
  ]),
  ...mutationsOf('operations/operator/access/force.ts', CONSENT, [
    ['an account is notified when support breaks the glass', "    roles: ['owner', 'admin'],\n", '    roles: [],\n'],
  ]),
];
