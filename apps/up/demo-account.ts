/** The demo account, with which a newcomer tries Innkeeper. It has money, a token, and an SSH key whose private half is in the home. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { balanceOf } from '@innkeeper/db/ledger';
import type { Database } from '@innkeeper/db/schema';
import { type AccountWithCountry, findAccountByEmail } from '@innkeeper/db/tables/accounts';
import { insertSshKey } from '@innkeeper/db/tables/ssh-keys';
import { createToken } from '@innkeeper/db/tables/tokens';
import { inTransaction } from '@innkeeper/db/transaction';
import { isNodeError } from '@innkeeper/engine/atomic';
import { formatDecimal } from '@innkeeper/model/money/money';
import { parseSshKey } from '@innkeeper/model/people/ssh-key';
import type { Settings } from '@innkeeper/model/settings/settings';
import { createAccount } from '@innkeeper/operations/accounts.staff';
import type { Kysely, Transaction } from 'kysely';
import type { Home } from '../installation/home.ts';
import { operatorCx } from '../installation/operator.ts';
import { DEMO_EMAIL, isWithoutDemo } from '../installation/trial.ts';

const run = promisify(execFile);

export interface DemoAccount {
  email: string;
  /** Formatted balance, such as `100.00 EUR`. */
  balance: string;
  /** Token, or `null` after the first start, because it is not stored. */
  token: string | null;
  /** SSH key for orders, or `null` without ssh-keygen. */
  sshKeyId: number | null;
}

/**
 * Returns the demo account of a trial. Returns `null` if the home has none, or if the account is suspended or closed. The home is then no
 * trial.
 */
export async function findDemoAccount(db: Kysely<Database>, home: Home): Promise<AccountWithCountry | null> {
  if (await isWithoutDemo(home)) return null;
  const account = await findAccountByEmail(db, DEMO_EMAIL);
  return account && account.suspended_at === null ? account : null;
}

/** Creates the account with a token if `isFirstStart`. Returns `null` if the home is not a trial. */
export async function provideDemoAccount(
  db: Kysely<Database>,
  { home, settings, isFirstStart }: { home: Home; settings: Settings; isFirstStart: boolean },
): Promise<DemoAccount | null> {
  if (!isFirstStart && !(await findDemoAccount(db, home))) return null;
  const publicKey = await demoPublicKey(home);
  return inTransaction(db, async (trx) => {
    if (isFirstStart)
      await createAccount(operatorCx(trx, settings), { email: DEMO_EMAIL, name: 'Demo', country: 'DE', funds: '100' });
    const account = await findAccountByEmail(trx, DEMO_EMAIL);
    if (!account) return null;
    const token = {
      accountId: account.id,
      userId: account.owner_id,
      name: 'first start',
      abilities: ['read', 'write'],
    } as const;
    const made = isFirstStart ? await createToken(trx, token) : null;
    const { balance } = await balanceOf(trx, account.id);
    return {
      email: DEMO_EMAIL,
      balance: `${formatDecimal(balance)} ${settings.currency}`,
      token: made?.token ?? null,
      sshKeyId: publicKey === null ? null : await registerKey(trx, account.id, publicKey),
    };
  });
}

export const demoKeyFile = (home: Home): string => path.join(home.path, 'demo_ed25519');

/** Returns the public key of the demo account. Creates the key pair if it is missing. Returns `null` without ssh-keygen. */
async function demoPublicKey(home: Home): Promise<string | null> {
  const file = demoKeyFile(home);
  try {
    if (!existsSync(file)) await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'innkeeper-demo', '-f', file]);
    await chmod(`${file}.pub`, 0o600);
    return (await readFile(`${file}.pub`, 'utf8')).trim();
  } catch (error) {
    if (isNodeError(error, 'ENOENT')) return null;
    throw error;
  }
}

async function registerKey(trx: Transaction<Database>, accountId: number, publicKey: string): Promise<number> {
  const { fingerprint, line } = parseSshKey(publicKey);
  const row = { account_id: accountId, name: 'demo', fingerprint, public_key: line };
  const inserted = await insertSshKey(trx, row);
  if (inserted !== undefined) return inserted;
  const existing = trx
    .selectFrom('ssh_keys')
    .select('id')
    .where('account_id', '=', accountId)
    .where('fingerprint', '=', fingerprint);
  return (await existing.executeTakeFirstOrThrow()).id;
}
