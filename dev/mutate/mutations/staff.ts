import { inFile } from '../mutation.ts';

const MATRIX = ['lab/cross-cutting/operator.test.ts'];
const SLICE = ['lab/slices/operator.test.ts'];
const APPROVALS = ['operations/operator/approvals/approvals.test.ts'];
const PEOPLE = ['operations/operator/staff/staff.test.ts'];

const INSIDE = ['lab/cross-cutting/support-access.test.ts'];
const CONSENT = ['lab/slices/support-access/support-access.test.ts'];

/** Of the staff's requests. */
export const STAFF = [
  ...inFile(
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
  ...inFile('http/operator/token.ts', MATRIX, [
    ['an operation is for its roles', 'if (staff && roles.includes(staff.role))', 'if (staff)'],
    ['only the staff is known', "if (!found) throw new Failure('unauthenticated');", 'if (!found) return undefined;'],
  ]),
  ...inFile('domain/access/staff.ts', SLICE, [
    ['a token works from its networks', '!found || !isFrom(parsedNetworks(found.allowed_networks), from)', '!found'],
  ]),
  ...inFile(
    'db/tables/staff.ts',
    [...MATRIX, ...PEOPLE],
    [
      ['who is disabled is out', ".where('s.disabled_at', 'is', null)", ''],
      ['a token expires', ".where('t.expires_at', '>', now)", ''],
    ],
  ),
  ...inFile('http/operator/run.ts', SLICE, [
    ['a secret is never stored', 'entry.changes && entry.secret !== true', 'entry.changes'],
  ]),
  ...inFile('operations/operator/approvals/ask.ts', APPROVALS, [
    ['past the limit another person is asked', 'if ((await movedBy(', 'if ((true as boolean) || (await movedBy('],
    ['parts count together', '(await movedBy(cx, actor.id, new Date(now.getTime() - days(1)))) + amount', 'amount'],
    ['credits of one moment are seen together', ".where('id', '=', actor.id).forUpdate()", ".where('id', '=', actor.id)"],
  ]),
  ...inFile('operations/operator/approvals/approve.ts', APPROVALS, [
    ['who left has nothing done', 'if (asker.disabled_at)', 'if (false as boolean)'],
  ]),
  ...inFile('operations/operator/approvals/decide.ts', APPROVALS, [
    ['what is decided stays decided', 'if (row.outcome !== null)', 'if (false as boolean)'],
    ['an approval expires', 'if (row.expires_at <= cx.clock.now())', 'if (false as boolean)'],
  ]),
  ...inFile('http/guards/support.ts', INSIDE, [
    ['support goes as far as its scope', 'may[caller.scope]', 'may.write'],
    ['support does what is for it', 'throw new Failure(', 'if (may.write) throw new Failure('],
  ]),
  ...inFile('db/tables/support-access.ts', INSIDE, [
    ['a consent that has ended lets nobody in', "eb('g.ended_at', 'is', null), ", ''],
    ['who is disabled is out of accounts too', "    .where('s.disabled_at', 'is', null)\n", ''],
  ]),
  ...inFile('domain/access/support.ts', CONSENT, [
    ['an access works from the networks of the token that opened it', '!isFrom(', '!isFrom([], from) && !isFrom('],
  ]),
  ...inFile('http/guards/limit-key.ts', CONSENT, [
    ['support uses up nothing of the account', "caller.kind === 'staff'", 'false as boolean'],
  ]),
  ...inFile('operations/operator/access/force.ts', CONSENT, [
    ['who breaks the glass is told of', "    roles: ['owner', 'admin'],\n", '    roles: [],\n'],
  ]),
];
