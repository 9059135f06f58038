import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../lab/database.ts';
import { balanceOf } from '../ledger.ts';
import { createAccount, findAccount, findAccountByEmail } from './accounts.ts';
import { createToken, hashToken, listTokens, revokeToken } from './tokens.ts';

describe('accounts and their tokens', () => {
  let lab: TestDatabase;
  beforeAll(async () => {
    lab = await openTestDatabase();
  });
  afterAll(() => lab.close());

  const create = (email: string, country = 'FI') =>
    lab.db.transaction().execute((trx) => createAccount(trx, { email, country, name: 'Aino' }));

  it('are found in whatever case, made once, and have a balance', async () => {
    const id = (await create('Aino@Example.org')) ?? 0;
    expect(await create('aino@example.ORG')).toBeUndefined();
    const account = await findAccountByEmail(lab.db, 'AINO@example.org');
    expect(account).toEqual(await findAccount(lab.db, id));
    expect(account).toMatchObject({ id, email: 'Aino@Example.org', name: 'Aino', country: { code: 'FI', tax_rate_bp: 2550 } });
    expect(await balanceOf(lab.db, id)).toEqual({ balance: 0n, creditLimit: 0n });
    expect(await findAccountByEmail(lab.db, 'nobody@example.org')).toBeUndefined();
    await expect(create('x@example.org', 'XX')).rejects.toThrow(RangeError);
  });

  it('keep only a hash of a token, and tell at once when it is revoked', async () => {
    const accountId = (await create('token@example.org')) ?? 0;
    const { id, token } = await createToken(lab.db, { accountId, name: 'ci', abilities: ['read'] });
    expect(token).toMatch(/^ik_[0-9A-Za-z]{40}$/);
    const [row] = await listTokens(lab.db, accountId);
    expect(row).toMatchObject({
      id,
      name: 'ci',
      hint: token.slice(0, 7),
      abilities: ['read'],
      revoked_at: null,
      expires_at: null,
    });
    expect(row?.token_hash).toEqual(hashToken(token));

    const listener = new pg.Client({ connectionString: lab.url });
    await listener.connect();
    await listener.query('listen tokens');
    const told = new Promise<string | undefined>((resolve) => listener.on('notification', (note) => resolve(note.payload)));
    const revoke = () => lab.db.transaction().execute((trx) => revokeToken(trx, id, new Date()));
    expect([await revoke(), await revoke()]).toEqual([true, false]);
    expect(await told).toBe(String(id));
    await listener.end();
    expect((await listTokens(lab.db, accountId))[0]?.revoked_at).toBeInstanceOf(Date);
  });
});
