/** Fixtures: a deploy through the API, for slice tests of servers and orders. */
import type { Answer, Lab } from '../app.ts';
import { type GivenAccount, givenSshKey } from '../given.ts';

export interface DeployRequest {
  name?: string | string[];
  plan?: string;
  [field: string]: unknown;
}

/** Orders servers with image `tiny` and a new key, as a customer would. */
export async function deploy(
  lab: Lab,
  owner: GivenAccount,
  request: DeployRequest = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const image = await lab.db.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow();
  const key = await givenSshKey(lab.db, { accountId: owner.accountId });
  const body = { name: 'web-1', plan: 'nano', billing_cycle: 1, image_id: image.id, ssh_keys: [key.id], ...request };
  return lab.call('deployServer', { body }, { token: owner.token, headers });
}

export async function balance(lab: Lab, owner: GivenAccount): Promise<number> {
  return (await lab.call('getBalance', {}, { token: owner.token })).body.balance;
}
