import { operationOf } from '@innkeeper/contract/operations';
import { type Chain, openChain } from '@innkeeper/lab/chain';
import { type GivenAccount, givenAccount, givenNode, givenSshKey } from '@innkeeper/lab/given';
import { createClient } from '@innkeeper/sdk/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, withFiles } from '../api.ts';
import { type Field, fieldsOf } from './fields.ts';

let chain: Chain;
let owner: GivenAccount;
let baseUrl: string;
beforeAll(async () => {
  chain = await openChain();
  await givenNode(chain.db);
  owner = await givenAccount(chain.db, { funds: 100_000n });
  baseUrl = `${await chain.app.listen({ port: 0, host: '127.0.0.1' })}/v1`;
});
afterAll(() => chain.close());

/** Returns the text that a call writes. */
async function written(...[name, input]: [Parameters<typeof call>[1], Record<string, unknown>]): Promise<string> {
  const chunks: string[] = [];
  const client = createClient({ baseUrl, token: owner.token, retries: 0 });
  await call(client, name, input, { write: (chunk) => chunks.push(Buffer.from(chunk).toString()) });
  return chunks.join('');
}

describe('a call', () => {
  it('prints the reply as JSON, and nothing without a reply', async () => {
    const key = await givenSshKey(chain.db, owner);
    const image = await chain.db.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow();
    const order = { name: 'web-1', plan: 'nano', image_id: image.id, ssh_keys: [key.id] };
    const { id } = JSON.parse(await written('deployServer', order)) as { id: number };
    await chain.serverWhen(id, owner.token, ({ status }) => status === 'active');
    expect(JSON.parse(await written('listServers', {}))).toMatchObject({ data: [{ id }], meta: { total: 1 } });
    expect(await written('deleteSshKey', { id: key.id })).toBe('');
  });

  it("rejects with the API's failure", async () => {
    await expect(written('getServer', { id: 999 })).rejects.toMatchObject({ name: 'NotFoundError', status: 404 });
  });

  it('reports in a sentence that the API cannot be reached', async () => {
    const client = createClient({ baseUrl: 'http://127.0.0.1:9/v1', token: 'x', retries: 0 });
    await expect(call(client, 'getBalance', {}, { write: () => {} })).rejects.toThrow(/^The API cannot be reached: .+/);
  });
});

describe('files', () => {
  const fields: Field[] = fieldsOf(operationOf('replyToTicket'));

  it('are read from their paths', async () => {
    const { attachments } = await withFiles(fields, { attachments: ['package.json'] });
    const [file] = attachments as File[];
    expect(file?.name).toBe('package.json');
    expect(await file?.text()).toContain('"innkeeper"');
  });

  it('that do not exist are named', async () => {
    await expect(withFiles(fields, { attachments: ['none.log'] })).rejects.toThrow('There is no file none.log.');
  });
});
