import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../lab/database.ts';
import { balanceOf } from '../ledger.ts';
import { createAccount, findAccount, findAccountByEmail } from './accounts.ts';
import { createToken, hashToken, listTokens, revokeToken } from './tokens.ts';
import { membershipsOf } from './users.ts';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

const tryToCreate = (email: string, country = 'FI') =>
  lab.db.transaction().execute((trx) => createAccount(trx, { email, country, name: 'Aino' }));
const create = async (email: string) => (await tryToCreate(email)) ?? expect.fail(`${email} is taken`);

/** Returns the `n` token ids that arrive on the channel `tokens` while `act` runs. */
async function toldWhile(act: () => Promise<unknown>, n: number): Promise<number[]> {
  const listener = new pg.Client({ connectionString: lab.url });
  await listener.connect();
  await listener.query('listen tokens');
  const notified: number[] = [];
  const all = new Promise<void>((resolve) => {
    listener.on('notification', ({ payload }) => {
      notified.push(Number(payload));
      if (notified.length === n) resolve();
    });
  });
  await act();
  await all;
  await listener.end();
  return notified.sort((a, b) => a - b);
}

describe('accounts', () => {
  it('are created with the user who owns them, and have a balance', async () => {
    const { accountId: id, userId } = await create('Aino@Example.org');
    expect(await tryToCreate('aino@example.ORG')).toBeUndefined();
    const account = await findAccountByEmail(lab.db, 'AINO@example.org');
    expect(account).toEqual(await findAccount(lab.db, id));
    const country = { code: 'FI', name: 'Finland' };
    expect(account).toMatchObject({ id, owner_id: userId, email: 'Aino@Example.org', name: 'Aino', country });
    expect(await balanceOf(lab.db, id)).toEqual({ balance: 0n, creditLimit: 0n });
    expect(await findAccountByEmail(lab.db, 'nobody@example.org')).toBeUndefined();
    await expect(tryToCreate('x@example.org', 'XX')).rejects.toThrow(RangeError);
  });

  it('have one owner, and their members can belong to several accounts', async () => {
    const [one, two] = [await create('one@example.org'), await create('two@example.org')];
    const add = (role: string) =>
      sql`insert into memberships (account_id, user_id, role) values (${one.accountId}, ${two.userId}, ${role})`.execute(lab.db);
    await expect(add('owner')).rejects.toThrow('memberships_one_owner');
    await expect(add('boss')).rejects.toThrow('memberships_role_check');
    await add('billing');
    expect(await membershipsOf(lab.db, 'TWO@example.org')).toEqual([
      { ...one, userId: two.userId, role: 'billing' },
      { ...two, role: 'owner' },
    ]);
  });
});

describe('tokens', () => {
  it('are stored as hashes, and a revocation is notified at once', async () => {
    const owner = await create('token@example.org');
    const { id, token } = await createToken(lab.db, { ...owner, name: 'ci', abilities: ['read'] });
    expect(token).toMatch(/^ik_[0-9A-Za-z]{40}$/);
    const [row] = await listTokens(lab.db, owner.accountId);
    const expected = { name: 'ci', hint: token.slice(0, 7), abilities: ['read'], revoked_at: null, expires_at: null };
    expect(row).toMatchObject({ id, user_id: owner.userId, ...expected });
    expect(row?.token_hash).toEqual(hashToken(token));

    const revoke = () => lab.db.transaction().execute((trx) => revokeToken(trx, id, new Date()));
    expect(await toldWhile(async () => expect([await revoke(), await revoke()]).toEqual([[], undefined]), 1)).toEqual([id]);
    expect((await listTokens(lab.db, owner.accountId))[0]?.revoked_at).toBeInstanceOf(Date);
  });

  it("are notified if their user's permissions change, and revoked when the user leaves the account", async () => {
    const [owner, other] = [await create('host@example.org'), await create('guest@example.org')];
    const member = { accountId: owner.accountId, userId: other.userId };
    const ofMember = sql`account_id = ${member.accountId} and user_id = ${member.userId}`;
    await sql`insert into memberships (account_id, user_id, role) values (${member.accountId}, ${member.userId}, 'technical')`.execute(
      lab.db,
    );
    const make = (of: typeof member) => createToken(lab.db, { ...of, name: 'x', abilities: ['write'] });
    await make(owner);
    const own = await make(other);
    const [one, two] = [await make(member), await make(member)];
    const demote = sql`update memberships set role = 'read-only' where ${ofMember}`;
    expect(await toldWhile(() => demote.execute(lab.db), 2)).toEqual([one.id, two.id]);
    const suspend = sql`update users set suspended_at = now() where id = ${other.userId}`;
    expect(await toldWhile(() => suspend.execute(lab.db), 3)).toEqual([own.id, one.id, two.id]);
    expect(await toldWhile(() => sql`delete from memberships where ${ofMember}`.execute(lab.db), 2)).toEqual([one.id, two.id]);
    const left = (await listTokens(lab.db, owner.accountId)).filter((token) => token.revoked_at === null);
    expect(left.map((token) => token.user_id)).toEqual([owner.userId]);
  });
});
