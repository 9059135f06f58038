import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Lab, openLab } from '@innkeeper/lab/app';
import { givenAccount } from '@innkeeper/lab/given';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { newTokenText } from '@innkeeper/model/people/token-text';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

let lab: Lab;
let operator: Operator;
let folder: string;
beforeAll(async () => {
  lab = await openLab();
  operator = openOperator(lab);
  folder = await mkdtemp(path.join(tmpdir(), 'innkeeper-leaked-'));
});
afterAll(async () => {
  await lab.close();
  await rm(folder, { recursive: true });
});

const status = async (token: string) => (await lab.call('getBalance', {}, { token })).status;
const ends = (token: string) => vi.waitFor(async () => expect(await status(token)).toBe(401), { timeout: 20_000 });

test('invalidateTokens revokes tokens found in a file, and of a rotated token the leaked secret', async () => {
  const [leaked, rotated, safe] = [await givenAccount(lab.db), await givenAccount(lab.db), await givenAccount(lab.db)];
  const rotation = { params: { id: rotated.tokenId }, body: { overlap_minutes: 60 } };
  const { token, hint } = (await lab.call('rotateToken', rotation, rotated)).body;
  const made = (await lab.call('createToken', { body: { name: 'made', abilities: ['read'] } }, leaked)).body;
  const file = path.join(folder, 'leaked.log');
  await writeFile(file, `TOKEN=${leaked.token}\n- old: "${rotated.token}"\n# ${leaked.token} ${newTokenText()} ik_nothing`);
  expect(await operator.run('invalidateTokens', { file })).toEqual({
    ...{ file, found: 3, known: 2 },
    revoked: [
      { id: leaked.tokenId, email: leaked.email, hint: leaked.token.slice(0, 7), current: true },
      { id: rotated.tokenId, email: rotated.email, hint, current: false },
    ],
  });
  await ends(leaked.token);
  await ends(rotated.token);
  await ends(made.token);
  expect([await status(token), await status(safe.token)]).toEqual([200, 200]);
  const lines = lab.db.selectFrom('audit_log').select('details').where('action', '=', 'invalidateTokens');
  expect(await lines.orderBy('id').execute()).toEqual([
    { details: { current: true, also_revoked: [made.id] } },
    { details: { current: false } },
  ]);

  // The secret of the rotated token is forgotten. The other token is still known, but already revoked.
  expect(await operator.run('invalidateTokens', { file })).toMatchObject({ found: 3, known: 1, revoked: [] });
});

test('refuses a file that cannot be read', async () => {
  await expect(operator.run('invalidateTokens', { file: path.join(folder, 'nothing') })).rejects.toThrow('it does not exist');
});
