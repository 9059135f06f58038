import { mutationsOf } from '../mutation.ts';

const IDEMPOTENCY = ['lab/cross-cutting/idempotency.test.ts'];
const TOKEN_CACHE = ['http/guards/token/cache.test.ts'];
const PASSKEYS = ['lab/slices/passkeys/passkeys.test.ts', 'lab/slices/sessions/passkeys.test.ts'];

export const ACCESS = [
  ...mutationsOf(
    'domain/resources/load.ts',
    ['lab/cross-cutting/owner.test.ts'],
    [
      [
        'a resource of another account cannot be read or changed',
        "if (accountId !== null) throw new Failure('not_yours');",
        'if (accountId !== null) return row;',
      ],
      [
        'a locked server cannot be changed',
        'else if (locked) await refuseIfLocked(cx.db, locked.kind, idOf(locked, params), { exceptWorkflowId: supersededWorkflowId });',
        '',
        ['lab/cross-cutting/lock.test.ts'],
      ],
    ],
  ),
  ...mutationsOf(
    'http/guards/token/token.ts',
    ['lab/slices/tokens/tokens.test.ts'],
    [
      [
        'a token is valid only from its allowed networks',
        "(known.kind === 'session' || isFrom(known.networks, context.client.address))",
        'known',
      ],
    ],
  ),
  ...mutationsOf(
    'operations/account-exports/create.ts',
    ['lab/slices/account-exports/account-exports.test.ts'],
    [
      ['an account has at most one export in progress', "ofDay.some(({ status }) => status === 'pending')", 'false'],
      ['an account has a limited number of exports a day', 'if (oldest) {', 'if (oldest && now < oldest.created_at) {'],
    ],
  ),
  ...mutationsOf(
    'operations/account-exports/download.ts',
    ['lab/slices/account-exports/account-exports.test.ts'],
    [['an export can be downloaded only until it expires', ' || (expires_at !== null && expires_at <= cx.clock.now())', '']],
  ),
  ...mutationsOf(
    'domain/resources/scope.ts',
    ['lab/slices/tokens/bound.test.ts'],
    [['a server-scoped token cannot access other servers', ' || !actor.servers.includes(server)', '']],
  ),
  ...mutationsOf(
    'http/guards/role.ts',
    ['lab/cross-cutting/authorization.test.ts'],
    [
      ['a token cannot exceed the role of its user', 'throw insufficientRole(caller.role, roles);', 'return undefined;'],
      ['every role can request a quote', ' || isQuoteRequest(context)', ''],
    ],
  ),
  ...mutationsOf(
    'console/web/data/check-sign-in.ts',
    ['console/web/data/sign-in-again.test.ts'],
    [["another person's sign-in sends no waiting call again", '  if (user.id !== page.userId) {', '  if (user.id === 0) {']],
  ),
  ...mutationsOf(
    'console/web/rules/can.ts',
    ['console/web/rules/can.test.ts'],
    [
      [
        'the console refuses changes of a suspended account',
        'if (account.suspended && !whileSuspended)',
        'if (false as boolean)',
      ],
      ['the console lets power off end a workflow only while the workflow waits', ' && mayEndWait(reason, steps)', ''],
      ['the console detects rescue mode', "rescue: state.includes('rescue')", 'rescue: false'],
    ],
  ),
  ...mutationsOf(
    'domain/members/change.ts',
    ['lab/slices/members/members.test.ts'],
    [
      ['only one of two admins who demote each other succeeds', 'if (!roleMay(caller.role, needs))', 'if (false as boolean)'],
      ['a token with limits cannot manage members', '  await refuseBoundToken(cx, gives);\n', ''],
    ],
  ),
  ...mutationsOf(
    'domain/members/change.ts',
    ['lab/slices/tokens/account-ability.test.ts'],
    [
      [
        'a token without the account ability cannot assign a role that manages members',
        "gives && roleMay(gives, 'manage-members')",
        'gives && (false as boolean)',
      ],
    ],
  ),
  ...mutationsOf(
    'model/token-powers.ts',
    ['model/token-powers.test.ts', 'lab/slices/tokens/account-ability.test.ts'],
    [
      [
        'no other ability includes the account ability',
        "(needed === 'read' && abilities.includes('write'))",
        "abilities.includes('write')",
      ],
    ],
  ),
  ...mutationsOf(
    'operations/members/accept-ownership.ts',
    ['lab/slices/members/members.test.ts'],
    [['only the recipient of an ownership offer can accept it', 'if (offer?.user_id !== userId)', 'if (!offer)']],
  ),
  ...mutationsOf(
    'operations/members/delete.ts',
    ['lab/slices/members/members.test.ts'],
    [['only a member who manages members can remove other members', 'if (caller.id !== id) ', 'if (false as boolean) ']],
  ),
  ...mutationsOf(
    'operations/invitations/accept.ts',
    ['lab/slices/invitations/invitations.test.ts'],
    [
      [
        'an invitation is valid only for the invited address',
        'if (user.email.toLowerCase() !== invitation.email.toLowerCase())',
        'if (false as boolean)',
      ],
      ['an invitation expires after a week', ' || invitation.expires_at <= cx.clock.now()', ''],
    ],
  ),
  ...mutationsOf(
    'domain/members/join.ts',
    ['lab/slices/invitations/invitations.test.ts'],
    [['an invitation can be accepted only once', '  await deleteInvitation(cx.db, id);\n', '']],
  ),
  ...mutationsOf(
    'http/guards/scope.ts',
    ['lab/slices/tokens/bound.test.ts'],
    [['a server-scoped token cannot use operations of the account', 'if (caller?.servers) ', 'if (false as boolean) ']],
  ),
  ...mutationsOf(
    'operations/tokens/rotate.ts',
    ['lab/slices/tokens/tokens.test.ts'],
    [['a token cannot rotate a token with more powers', 'await refuseMorePowers(cx, powersOf(token), token.id);', '']],
  ),
  ...mutationsOf(
    'model/totp.ts',
    ['model/totp.test.ts'],
    [
      ['a one-time code is accepted only once', 'step > lastStep && ', ''],
      ['a one-time code is accepted at most one step early or late', 'const DRIFT_STEPS = 1;', 'const DRIFT_STEPS = 2;'],
    ],
  ),
  ...mutationsOf(
    'domain/access/second-factor.ts',
    ['lab/slices/user/two-factor.test.ts'],
    [
      ['the step of an accepted one-time code is stored', 'await storeTotpStep(cx.db, userId, step);', ''],
      ['a recovery code is refused where only an app code is allowed', 'if (!recovery || ', 'if ('],
      [
        'recovery codes need a code, except in the session that has just enabled the app',
        'if (!isJustEnabled(totp, sessionId, cx.clock.now()))',
        'if (false as boolean)',
      ],
    ],
  ),
  ...mutationsOf('domain/passkeys/verify.ts', PASSKEYS, [
    ['a passkey must verify its user', '  requireUserVerification: true,', '  requireUserVerification: false,'],
    ['a cloned passkey is refused', 'newCounter <= before', 'newCounter < before'],
    ['a passkey of another user confirms nothing', 'passkey.user_id !== challengeFor.userId', '(false as boolean)'],
    [
      'a passkey with the user handle of another user is refused',
      'handle !== userHandle(sealer, passkey.user_id)',
      '(false as boolean)',
    ],
  ]),
  ...mutationsOf('domain/passkeys/challenges.ts', PASSKEYS, [
    ['a passkey challenge expires after a few minutes', ' || taken.expires_at <= cx.clock.now()', ''],
    ['a passkey challenge is valid only for its purpose', 'taken[column] === expected[column]', 'taken[column] !== undefined'],
  ]),
  ...mutationsOf('db/tables/passkeys.ts', PASSKEYS, [
    [
      'a passkey challenge can be answered only once',
      "trx.deleteFrom('passkey_challenges').where('challenge_hash', '=', hash).returningAll()",
      "trx.selectFrom('passkey_challenges').selectAll().where('challenge_hash', '=', hash)",
    ],
    [
      'only the latest passkey challenges can be answered',
      'order by id desc offset ${max} limit 1',
      'order by id desc offset 10000 limit 1',
    ],
  ]),
  ...mutationsOf('operations/passkeys/options.ts', PASSKEYS, [
    [
      'an access token cannot add a passkey',
      'const { id, userId } = requireSession(cx.actor);',
      'const { id, userId } = cx.actor;',
    ],
  ]),
  ...mutationsOf('operations/sessions/create-passkey.ts', PASSKEYS, [
    ['a suspended user cannot sign in with a passkey', ' || user.suspended_at', ''],
    ['an address that tries too many passkeys is throttled', 'throttle.address(network, cx.clock.now())', '{ release() {} }'],
  ]),
  ...mutationsOf(
    'model/sign-in/relying-party.ts',
    ['model/sign-in/relying-party.test.ts'],
    [['a page of another domain cannot use passkeys', 'hostname.endsWith(`.${id}`)', 'hostname.endsWith(id)']],
  ),
  ...mutationsOf(
    'db/tables/locks.ts',
    ['db/tables/locks.test.ts'],
    [['a lock has only one holder', 'if (!started?.taken) await refuseIfLocked(', 'if (false as boolean) await refuseIfLocked(']],
  ),
  ...mutationsOf(
    'model/states/requirements.ts',
    ['lab/slices/servers/scale.test.ts'],
    [
      [
        'a server that is not in service cannot be scaled',
        '  scalable: { status: NOT_ACTIVE, inRescue',
        '  scalable: { status: {}, inRescue',
      ],
      [
        'the disk of a server in rescue mode cannot be replaced',
        'power: { absent: DISK_LOST }, inRescue: LEAVE_RESCUE },',
        'power: { absent: DISK_LOST } },',
        ['lab/slices/servers/reinstall.test.ts'],
      ],
      [
        'a server in rescue mode cannot be scaled',
        '  scalable: { status: NOT_ACTIVE, inRescue: LEAVE_RESCUE },',
        '  scalable: { status: NOT_ACTIVE },',
        ['lab/slices/servers/rescue.test.ts', 'lab/slices/servers/scale.test.ts'],
      ],
    ],
  ),
  ...mutationsOf(
    'domain/resources/references.ts',
    ['domain/resources/references.test.ts'],
    [
      [
        'a request cannot use a resource of another account',
        "if (owner !== null && owner !== cx.actor.accountId) return new Failure('not_yours');",
        '',
        ['lab/slices/servers/access.test.ts', 'lab/slices/servers/deploy.test.ts', 'lab/slices/servers/restore.test.ts'],
      ],
      ['a missing resource is reported with its position in the list', '`${field}.${i}`', 'field'],
      [
        'a backup is not accepted as a snapshot',
        '(await oneByOne(lockCopyShared)(trx, ids)).filter((copy) => copy.kind === kind)',
        'await oneByOne(lockCopyShared)(trx, ids)',
      ],
      [
        'an ISO cannot be used while it is being downloaded',
        "'This ISO is still being downloaded. Wait until its status is ready.'",
        'undefined',
      ],
    ],
  ),
  ...mutationsOf(
    'domain/copies/source.ts',
    ['lab/slices/servers/restore.test.ts'],
    [['a copy requires a disk that is large enough', 'if (copy.size_gb <= disk.gb) return;', 'return;']],
  ),
  ...mutationsOf(
    'domain/console/use-ticket.ts',
    ['lab/slices/servers/console.test.ts'],
    [['a console ticket is valid only while its token is valid', ' || holding.get(asker) !== accountId', '']],
  ),
  ...mutationsOf('domain/access/idempotency.ts', IDEMPOTENCY, [
    ['an idempotency key belongs to one request', 'if (!stored.fingerprint.equals(request.fingerprint)) throw mismatch();', ''],
    [
      'requests with the same idempotency key do not run concurrently',
      "if (!row.held) throw new Failure('idempotency_running');",
      '',
    ],
  ]),
  ...mutationsOf('domain/access/idempotency-stores.ts', IDEMPOTENCY, [
    [
      'an idempotency key belongs to one account',
      "      .where('account_id', '=', accountId)\n      .where('key', '=', key)\n      .where('created_at'",
      "      .where('key', '=', key)\n      .where('created_at'",
    ],
  ]),
  ...mutationsOf(
    'domain/access/tokens.ts',
    ['lab/cross-cutting/token.test.ts'],
    [['a token of a suspended user is invalid', "    .where('u.suspended_at', 'is', null)", '']],
  ),
  ...mutationsOf(
    'http/guards/token/token.ts',
    ['lab/cross-cutting/token.test.ts'],
    [['an expired token is invalid', 'known.expiresAt.getTime() > now', '(true as boolean)']],
  ),
  ...mutationsOf('http/guards/token/cache.ts', TOKEN_CACHE, [
    [
      'a cached token is loaded again after a while',
      'if (entry === undefined || entry.until <= now)',
      'if (entry === undefined)',
    ],
    ['a token that is revoked during its lookup is not cached', 'this.#subscribed && epoch === this.#epoch', 'this.#subscribed'],
    ['no token is cached without a subscription to revocations', 'token && this.#subscribed &&', 'token &&'],
    [
      'a revoked token leaves the cache immediately',
      'if (credentialKeyOf(token) === key) this.#entries.delete(hash)',
      'void [hash, token, key]',
    ],
  ]),
  ...mutationsOf(
    'http/guards/rate.ts',
    ['lab/cross-cutting/rate.test.ts'],
    [
      [
        'a reply shows the tighter of two rate limits',
        'own.remaining <= all.remaining ? own : all',
        '(false as boolean) ? own : all',
      ],
      ['a request over the rate limit is refused', 'if (taken.retryAfter === undefined) return', 'if (true as boolean) return'],
    ],
  ),
  ...mutationsOf(
    'http/request/client.ts',
    ['http/request/client.test.ts'],
    [['an IPv6 /64 network counts as one address', 'return prefixOf(address, 4);', 'return address.toString();']],
  ),
  ...mutationsOf(
    'http/guards/body/size.ts',
    ['http/guards/body/size.test.ts', 'lab/cross-cutting/body.test.ts'],
    [
      ['the nesting of a body is limited', 'if (levels > MAX_DEPTH + 1) throw', 'if (false as boolean) throw'],
      ['the number of fields in a body is limited', 'if (left[kind] < 0) throw', 'if (false as boolean) throw'],
    ],
  ),
  ...mutationsOf(
    'http/reply/contract-assertions.ts',
    ['http/reply/contract-assertions.test.ts'],
    [
      [
        'only an operation without account data has the same reply for everyone',
        "new Set<OperationName>([\n  'listPlans',",
        "new Set<OperationName>([\n  'listServerAddons', 'listPlans',",
      ],
    ],
  ),
];
