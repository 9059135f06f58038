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
        "another's resource is not shown or changed",
        "if (accountId !== null) throw new Failure('not_yours');",
        'if (accountId !== null) return row;',
      ],
      [
        'a locked server is not changed',
        'else if (locked) await refuseIfLocked(cx.db, locked.kind, idOf(locked, params), { exceptWorkflowId: over });',
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
        'a token works from its networks alone',
        "(known.kind === 'session' || isFrom(known.networks, context.client.address))",
        'known',
      ],
    ],
  ),
  ...mutationsOf(
    'operations/account-exports/create.ts',
    ['lab/slices/account-exports/account-exports.test.ts'],
    [
      ['one export of an account is written at a time', "ofDay.some(({ status }) => status === 'pending')", 'false'],
      ['an account is exported some times a day', 'if (oldest) {', 'if (oldest && now < oldest.created_at) {'],
    ],
  ),
  ...mutationsOf(
    'operations/account-exports/download.ts',
    ['lab/slices/account-exports/account-exports.test.ts'],
    [['an export can be downloaded until it expires', ' || (expires_at !== null && expires_at <= cx.clock.now())', '']],
  ),
  ...mutationsOf(
    'domain/resources/scope.ts',
    ['lab/slices/tokens/bound.test.ts'],
    [['a token of one server reaches no other', ' || !actor.servers.includes(server)', '']],
  ),
  ...mutationsOf(
    'http/guards/role.ts',
    ['lab/cross-cutting/authorization.test.ts'],
    [
      ['a role bounds what a token may do', 'throw insufficientRole(caller.role, roles);', 'return undefined;'],
      ['a quote is for every role', ' || isQuoteRequest(context)', ''],
    ],
  ),
  ...mutationsOf(
    'console/web/rules/can.ts',
    ['console/web/rules/can.test.ts'],
    [
      ['the console refuses what a suspended account changes', 'if (account.suspended)', 'if (false as boolean)'],
      ['the console lets power off end a wait only while it waits', ' && mayEndWait(reason, steps)', ''],
      ['the console knows rescue mode', "rescue: state.includes('rescue')", 'rescue: false'],
    ],
  ),
  ...mutationsOf(
    'domain/members/change.ts',
    ['lab/slices/members/members.test.ts'],
    [
      ['of two admins who demote each other one is refused', 'if (!roleMay(caller.role, needs))', 'if (false as boolean)'],
      ['a token with bounds manages no members', '  await refuseBoundToken(cx, gives);\n', ''],
    ],
  ),
  ...mutationsOf(
    'domain/members/change.ts',
    ['lab/slices/tokens/account-ability.test.ts'],
    [['a token without account makes no admin', "gives && roleMay(gives, 'manage-members')", 'gives && (false as boolean)']],
  ),
  ...mutationsOf(
    'model/token-powers.ts',
    ['model/token-powers.test.ts', 'lab/slices/tokens/account-ability.test.ts'],
    [['nothing covers account', "(needed === 'read' && abilities.includes('write'))", "abilities.includes('write')"]],
  ),
  ...mutationsOf(
    'operations/members/accept-ownership.ts',
    ['lab/slices/members/members.test.ts'],
    [['only who was offered the account takes it', 'if (offer?.user_id !== userId)', 'if (!offer)']],
  ),
  ...mutationsOf(
    'operations/members/delete.ts',
    ['lab/slices/members/members.test.ts'],
    [['only who manages members removes another', 'if (caller.id !== id) ', 'if (false as boolean) ']],
  ),
  ...mutationsOf(
    'operations/invitations/accept.ts',
    ['lab/slices/invitations/invitations.test.ts'],
    [
      [
        'an invitation is for one address',
        'if (user.email.toLowerCase() !== invitation.email.toLowerCase())',
        'if (false as boolean)',
      ],
      ['an invitation ends after a week', ' || invitation.expires_at <= cx.clock.now()', ''],
    ],
  ),
  ...mutationsOf(
    'domain/members/join.ts',
    ['lab/slices/invitations/invitations.test.ts'],
    [['an invitation is accepted once', '  await deleteInvitation(cx.db, id);\n', '']],
  ),
  ...mutationsOf(
    'http/guards/scope.ts',
    ['lab/slices/tokens/bound.test.ts'],
    [['a token of a server has nothing of its account', 'if (caller?.servers) ', 'if (false as boolean) ']],
  ),
  ...mutationsOf(
    'operations/tokens/rotate.ts',
    ['lab/slices/tokens/tokens.test.ts'],
    [["no token has a stronger one's secret", 'await refuseMorePowers(cx, powersOf(token), token.id);', '']],
  ),
  ...mutationsOf(
    'model/totp.ts',
    ['model/totp.test.ts'],
    [
      ['a one-time code is taken once', 'step > lastStep && ', ''],
      ['a code of another step is none', 'const DRIFT_STEPS = 1;', 'const DRIFT_STEPS = 2;'],
    ],
  ),
  ...mutationsOf(
    'domain/access/second-factor.ts',
    ['lab/slices/user/two-factor.test.ts'],
    [
      ['the step of a code is written', 'await storeTotpStep(cx.db, userId, step);', ''],
      ['recovery codes are not the app', 'if (!recovery || ', 'if ('],
    ],
  ),
  ...mutationsOf('domain/passkeys/verify.ts', PASSKEYS, [
    ['a passkey verifies its user', '  requireUserVerification: true,', '  requireUserVerification: false,'],
    ['a copy of a passkey is refused', 'newCounter <= before', 'newCounter < before'],
    ["another's passkey confirms nobody", 'passkey.user_id !== wanted.userId', '(false as boolean)'],
    ['a passkey is its user’s', 'handle !== userHandle(sealer, passkey.user_id)', '(false as boolean)'],
  ]),
  ...mutationsOf('domain/passkeys/challenges.ts', PASSKEYS, [
    ['a challenge ends after minutes', ' || taken.expires_at <= cx.clock.now()', ''],
    ['a challenge is answered for what it was made for', 'taken[column] === expected[column]', 'taken[column] !== undefined'],
  ]),
  ...mutationsOf('db/tables/passkeys.ts', PASSKEYS, [
    [
      'a challenge is answered once',
      "trx.deleteFrom('passkey_challenges').where('challenge_hash', '=', hash).returningAll()",
      "trx.selectFrom('passkey_challenges').selectAll().where('challenge_hash', '=', hash)",
    ],
    [
      'only the latest challenges can be answered',
      'order by id desc offset ${max} limit 1',
      'order by id desc offset 10000 limit 1',
    ],
  ]),
  ...mutationsOf('operations/passkeys/options.ts', PASSKEYS, [
    ['no access token adds a passkey', 'const { id, userId } = requireSession(cx.actor);', 'const { id, userId } = cx.actor;'],
  ]),
  ...mutationsOf('operations/sessions/create-passkey.ts', PASSKEYS, [
    ['a suspended user does not sign in by a passkey', ' || user.suspended_at', ''],
    ['an address that tries too many passkeys waits', 'throttle.address(network, cx.clock.now())', '{ release() {} }'],
  ]),
  ...mutationsOf(
    'model/sign-in/relying-party.ts',
    ['model/sign-in/relying-party.test.ts'],
    [['a page of another domain uses no passkey', 'hostname.endsWith(`.${id}`)', 'hostname.endsWith(id)']],
  ),
  ...mutationsOf(
    'db/tables/locks.ts',
    ['db/tables/locks.test.ts'],
    [['a lock is held by one', 'if (!started?.taken) await refuseIfLocked(', 'if (false as boolean) await refuseIfLocked(']],
  ),
  ...mutationsOf(
    'model/states/requirements.ts',
    ['lab/slices/servers/scale.test.ts'],
    [
      [
        'what is not in service is not changed',
        '  scalable: { status: NOT_ACTIVE, inRescue',
        '  scalable: { status: {}, inRescue',
      ],
      [
        'a disk in rescue is not replaced',
        'power: { absent: DISK_LOST }, inRescue: LEAVE_RESCUE },',
        'power: { absent: DISK_LOST } },',
        ['lab/slices/servers/reinstall.test.ts'],
      ],
      [
        'a server in rescue is not moved',
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
        "another's is not used",
        "if (owner !== null && owner !== cx.actor.accountId) return new Failure('not_yours');",
        '',
        ['lab/slices/servers/access.test.ts', 'lab/slices/servers/deploy.test.ts', 'lab/slices/servers/restore.test.ts'],
      ],
      ['what is absent is refused by its place', '`${field}.${i}`', 'field'],
      [
        'a backup is no snapshot',
        '(await oneByOne(lockCopyShared)(trx, ids)).filter((copy) => copy.kind === kind)',
        'await oneByOne(lockCopyShared)(trx, ids)',
      ],
      ['an ISO that comes is not used', "'This ISO is still being downloaded. Wait until its status is ready.'", 'undefined'],
    ],
  ),
  ...mutationsOf(
    'domain/copies/source.ts',
    ['lab/slices/servers/restore.test.ts'],
    [['a copy has a disk that is large enough', 'if (copy.size_gb <= disk.gb) return;', 'return;']],
  ),
  ...mutationsOf(
    'domain/console/use-ticket.ts',
    ['lab/slices/servers/console.test.ts'],
    [['a ticket ends with its token', ' || holding.get(asker) !== accountId', '']],
  ),
  ...mutationsOf('domain/access/idempotency.ts', IDEMPOTENCY, [
    ['a key stands for one request', 'if (!stored.fingerprint.equals(request.fingerprint)) throw mismatch();', ''],
    ['a request under way is not run beside itself', "if (!row.held) throw new Failure('idempotency_running');", ''],
  ]),
  ...mutationsOf('domain/access/idempotency-stores.ts', IDEMPOTENCY, [
    [
      'a key is of its account',
      "      .where('account_id', '=', accountId)\n      .where('key', '=', key)\n      .where('created_at'",
      "      .where('key', '=', key)\n      .where('created_at'",
    ],
  ]),
  ...mutationsOf(
    'domain/access/tokens.ts',
    ['lab/cross-cutting/token.test.ts'],
    [["a suspended user's token is none", "    .where('u.suspended_at', 'is', null)", '']],
  ),
  ...mutationsOf(
    'http/guards/token/token.ts',
    ['lab/cross-cutting/token.test.ts'],
    [['an expired token is none', 'known.expiresAt.getTime() > now', '(true as boolean)']],
  ),
  ...mutationsOf('http/guards/token/cache.ts', TOKEN_CACHE, [
    ['a cached token is looked up again in time', 'if (entry === undefined || entry.until <= now)', 'if (entry === undefined)'],
    ['a token revoked meanwhile is not cached', 'this.#subscribed && epoch === this.#epoch', 'this.#subscribed'],
    ['without a subscription no token is cached', 'token && this.#subscribed &&', 'token &&'],
    ['a revoked token goes at once', 'if (credentialKeyOf(token) === key) this.#entries.delete(hash)', 'void [hash, token, key]'],
  ]),
  ...mutationsOf(
    'http/guards/rate.ts',
    ['lab/cross-cutting/rate.test.ts'],
    [
      ['the tighter of two limits is shown', 'own.remaining <= all.remaining ? own : all', '(false as boolean) ? own : all'],
      ['past the limit it is refused', 'if (taken.retryAfter === undefined) return', 'if (true as boolean) return'],
    ],
  ),
  ...mutationsOf(
    'http/request/client.ts',
    ['http/request/client.test.ts'],
    [['a network of IPv6 is one address', 'return prefixOf(address, 4);', 'return address.toString();']],
  ),
  ...mutationsOf(
    'http/guards/body/size.ts',
    ['http/guards/body/size.test.ts', 'lab/cross-cutting/body.test.ts'],
    [
      ['a body is not nested without end', 'if (depth > MAX_DEPTH) throw', 'if (false as boolean) throw'],
      ['a body has so many fields at most', 'if (left[kind] < 0) throw', 'if (false as boolean) throw'],
    ],
  ),
  ...mutationsOf(
    'http/reply/contract-assertions.ts',
    ['http/reply/contract-assertions.test.ts'],
    [
      [
        'only what is about nobody is for everyone',
        "new Set<OperationName>([\n  'listPlans',",
        "new Set<OperationName>([\n  'listServerAddons', 'listPlans',",
      ],
    ],
  ),
];
