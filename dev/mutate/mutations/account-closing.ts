import { inFile } from '../mutation.ts';

const RACES = ['lab/slices/account-closure/races.test.ts'];
const CLOSURE = ['lab/slices/account-closure/account-closure.test.ts'];
const CARDS = ['lab/slices/account-closure/cards.test.ts'];

/** Of accounts that are closed. */
export const ACCOUNT_CLOSING = [
  ...inFile('http/guards/ability.ts', CLOSURE, [
    ['an account that is about to be closed changes nothing', "closing && needed === 'write'", '(false as boolean)'],
    ['an account that is about to be closed can be kept open', ' && !operation.whileClosing', ''],
  ]),
  ...inFile('operations/account-closure/create.ts', CLOSURE, [
    [
      'what is closed is named',
      'if ((await ownerOf(cx.db, accountId)).email.toLowerCase() !== email.toLowerCase())',
      'if (false as boolean)',
    ],
    ['what stands in the way of closing is asked for', 'if (refused.length > 0)', 'if (false as boolean)'],
  ]),
  ...inFile('jobs/close-accounts.ts', CLOSURE, [
    ['what came in the way keeps an account', 'if (obstacles.length > 0)', 'if (false as boolean)'],
  ]),
  ...inFile('jobs/detach-cards.ts', CARDS, [
    [
      'a gateway keeps no card of a closed account',
      '      await (await cx.payments.gateway(gateway)).detachCard(gateway_id);\n',
      '',
    ],
    ['a card is detached once', '      await markDetached(cx.db, id, cx.clock.now());\n', ''],
  ]),
  ...inFile('db/tables/account-closing.ts', RACES, [
    ['money that comes while an account is closed is waited for', '.forUpdate()', '.forNoKeyUpdate()'],
  ]),
  ...inFile('db/migrations/start/account-closing.ts', CLOSURE, [
    ['who has another account stays a user', 'o.account_id <> closing_id', 'false'],
    ['who joins another account meanwhile stays a user', ' order by id for update;', ';', RACES],
    ['an account is closed when its time has come', 'closes_at <= closed_now and closed_at is null', 'closed_at is null', RACES],
  ]),
];
