import { mutationsOf } from '../mutation.ts';

const RACES = ['lab/slices/account-closure/races.test.ts'];
const CLOSURE = ['lab/slices/account-closure/account-closure.test.ts'];
const LONE = ['lab/slices/account-closure/lone-users.test.ts'];
const RETURN = ['lab/slices/account-closure/lone-users-return.test.ts'];
const ALONE = ['db/tables/users-without-account.test.ts'];
const CARDS = ['lab/slices/account-closure/cards.test.ts'];

/** Mutations of the closing of accounts. */
export const ACCOUNT_CLOSING = [
  ...mutationsOf('http/guards/ability.ts', CLOSURE, [
    ['an account that is being closed is read-only', 'closing && changing', '(false as boolean)'],
    ['the closing of an account can be cancelled', ' && !operation.whileClosing', ''],
  ]),
  ...mutationsOf('operations/account-closure/create.ts', CLOSURE, [
    [
      'closing an account requires the email address of its owner',
      'if ((await ownerOf(cx.db, accountId)).email.toLowerCase() !== email.toLowerCase())',
      'if (false as boolean)',
    ],
    ['a request to close an account is refused while obstacles exist', 'if (refused.length > 0)', 'if (false as boolean)'],
  ]),
  ...mutationsOf('jobs/close-accounts.ts', CLOSURE, [
    [
      'obstacles that arise after the request prevent the closing of an account',
      'if (obstacles.length > 0)',
      'if (false as boolean)',
    ],
  ]),
  ...mutationsOf('jobs/detach-cards.ts', CARDS, [
    [
      'the cards of a closed account are detached at the gateway',
      '      await (await cx.payments.gateway(gateway)).detachCard(gateway_id);\n',
      '',
    ],
    ['a card is detached only once', '      await markDetached(cx.db, id, cx.clock.now());\n', ''],
  ]),
  ...mutationsOf('db/tables/account-closing.ts', RACES, [
    ['closing an account waits for concurrent payments', '.forUpdate()', '.forNoKeyUpdate()'],
  ]),
  ...mutationsOf('db/migrations/start/account-closing.ts', CLOSURE, [
    ['a user with another account is not erased with a closed account', 'o.account_id <> closing_id', 'false'],
    ['a user who joins another account during the closing is not erased', ' order by id for update;', ';', RACES],
    [
      'an account is not closed before its closing time',
      'closes_at <= given_time and closed_at is null',
      'closed_at is null',
      RACES,
    ],
    [
      'a user without an account is not erased before the erasure time',
      ' and erases_at <= given_time for update',
      ' for update',
      LONE,
    ],
    [
      'a user who is a member of an account is not erased',
      ' or exists (select from memberships where user_id = lone_id)',
      '',
      LONE,
    ],
  ]),
  ...mutationsOf('model/personal-data/retention.ts', LONE, [
    ['the tokens of an erased user keep no name', "    { rows: USER_ROWS, with: 'account', ...ORPHANED_TOKEN },\n", ''],
  ]),
  ...mutationsOf('db/migrations/start/lone-users.ts', ALONE, [
    [
      'a user who loses two accounts concurrently becomes a user without an account',
      'perform from users where id = changed for no key update;',
      '',
    ],
    [
      'a user who joins an account is no longer a user without an account',
      'set alone_since = null, erases_at = null',
      'set alone_since = alone_since',
    ],
  ]),
  ...mutationsOf('db/tables/users-without-account.ts', LONE, [
    ['a suspended user is not erased', "    .where('u.suspended_at', 'is', null)\n", ''],
    ['an invited user is not erased', 'i.expires_at > ${now})', 'false)'],
    ['a user is not erased while the erasure mail is unsent', 'm.sent_at is null or ', ''],
    ['the notice period starts when the erasure mail is sent', ' or m.sent_at > ${erasureCutoff(now, times)}', ''],
    ['an erasure mail that failed does not prevent the erasure', ' and m.failed_at is null', ''],
    [
      'a suspended user without an account cannot return',
      "\n    .where('suspended_at', 'is', null)\n    .forUpdate()",
      '\n    .forUpdate()',
      RETURN,
    ],
    ['a user who returns to two accounts concurrently joins only one', '    .forUpdate()\n', '', ALONE],
    [
      'an invitation sets no password for a member of an account',
      "    .where('alone_since', 'is not', null)\n    .where('suspended_at', 'is', null)\n",
      "    .where('suspended_at', 'is', null)\n",
      ['lab/slices/invitations/invitations.test.ts'],
    ],
    [
      'a restart of the erasure countdown clears the erasure time',
      '.set({ alone_since: now, erases_at: null })',
      '.set({ alone_since: now })',
    ],
  ]),
  ...mutationsOf('domain/sign-up/find-or-create-user.ts', RETURN, [
    ['a returning user gets the new password', '  if (lone) await setPassword(cx, lone, { hash });\n', ''],
  ]),
  ...mutationsOf('domain/sign-in/start-session.ts', LONE, [
    ['a sign-in without an account restarts the erasure countdown', '    await restartErasureCountdown(db, user.id, now);\n', ''],
  ]),
  ...mutationsOf('model/users-without-account.ts', LONE, [
    ['a user without an account is notified after 60 days', 'now.getTime() - notifyAfterMs', 'now.getTime()'],
    ['a user without an account is erased 30 days after the notice', 'notifiedAt.getTime() + noticeMs', 'notifiedAt.getTime()'],
  ]),
];
