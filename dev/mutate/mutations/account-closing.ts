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
    ['an account that is about to be closed changes nothing', 'closing && changing', '(false as boolean)'],
    ['an account that is about to be closed can be kept open', ' && !operation.whileClosing', ''],
  ]),
  ...mutationsOf('operations/account-closure/create.ts', CLOSURE, [
    [
      'what is closed is named',
      'if ((await ownerOf(cx.db, accountId)).email.toLowerCase() !== email.toLowerCase())',
      'if (false as boolean)',
    ],
    ['what stands in the way of closing is asked for', 'if (refused.length > 0)', 'if (false as boolean)'],
  ]),
  ...mutationsOf('jobs/close-accounts.ts', CLOSURE, [
    ['what came in the way keeps an account', 'if (obstacles.length > 0)', 'if (false as boolean)'],
  ]),
  ...mutationsOf('jobs/detach-cards.ts', CARDS, [
    [
      'a gateway keeps no card of a closed account',
      '      await (await cx.payments.gateway(gateway)).detachCard(gateway_id);\n',
      '',
    ],
    ['a card is detached once', '      await markDetached(cx.db, id, cx.clock.now());\n', ''],
  ]),
  ...mutationsOf('db/tables/account-closing.ts', RACES, [
    ['money that comes while an account is closed is waited for', '.forUpdate()', '.forNoKeyUpdate()'],
  ]),
  ...mutationsOf('db/migrations/start/account-closing.ts', CLOSURE, [
    ['who has another account stays a user', 'o.account_id <> closing_id', 'false'],
    ['who joins another account meanwhile stays a user', ' order by id for update;', ';', RACES],
    ['an account is closed when its time has come', 'closes_at <= given_time and closed_at is null', 'closed_at is null', RACES],
    [
      'a user without an account is erased when the time has come',
      ' and erases_at <= given_time for update',
      ' for update',
      LONE,
    ],
    ['a member is not erased', ' or exists (select from memberships where user_id = lone_id)', '', LONE],
  ]),
  ...mutationsOf('model/personal-data/retention.ts', LONE, [
    ['tokens of who is gone keep no name', "    { rows: USER_ROWS, with: 'account', ...ORPHANED_TOKEN },\n", ''],
  ]),
  ...mutationsOf('db/migrations/start/lone-users.ts', ALONE, [
    ['who loses two accounts at once is alone', 'perform from users where id = changed for no key update;', ''],
    ['who joins is not alone', 'set alone_since = null, erases_at = null', 'set alone_since = alone_since'],
  ]),
  ...mutationsOf('db/tables/users-without-account.ts', LONE, [
    ['who is suspended is not erased', "    .where('u.suspended_at', 'is', null)\n", ''],
    ['who is invited is not erased', 'i.expires_at > ${now})', 'false)'],
    ['a mail that waits is waited for', 'm.sent_at is null or ', ''],
    ['the days are counted from the mail', ' or m.sent_at > ${erasureCutoff(now, times)}', ''],
    ['a mail that was given up keeps nobody', ' and m.failed_at is null', ''],
    [
      'who is suspended does not come back',
      "\n    .where('suspended_at', 'is', null)\n    .forUpdate()",
      '\n    .forUpdate()',
      RETURN,
    ],
    ['who comes back joins one account', '    .forUpdate()\n', '', ALONE],
    [
      'who is in an account gets no password by an invitation',
      "    .where('alone_since', 'is not', null)\n    .where('suspended_at', 'is', null)\n",
      "    .where('suspended_at', 'is', null)\n",
      ['lab/slices/invitations/invitations.test.ts'],
    ],
    ['who has signed in is not erased', '.set({ alone_since: now, erases_at: null })', '.set({ alone_since: now })'],
  ]),
  ...mutationsOf('domain/sign-up/find-or-create-user.ts', RETURN, [
    ['who comes back has the new password', '  if (lone) await setPassword(cx, lone, { hash });\n', ''],
  ]),
  ...mutationsOf('domain/sign-in/start-session.ts', LONE, [
    ['a sign-in without an account is noted', '    await restartErasureCountdown(db, user.id, now);\n', ''],
  ]),
  ...mutationsOf('model/users-without-account.ts', LONE, [
    ['a user without an account is told after 60 days', 'now.getTime() - notifyAfterMs', 'now.getTime()'],
    ['a user without an account is erased 30 days after the mail', 'notifiedAt.getTime() + noticeMs', 'notifiedAt.getTime()'],
  ]),
];
