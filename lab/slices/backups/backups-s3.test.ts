import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultCopies } from '@innkeeper/model/settings/settings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { givenNode } from '../../given.ts';
import { openS3Server, type S3Server } from '../../s3/server.ts';
import { assertInvariants } from '../../torture/invariants.ts';
import { givenServing, type Serving } from '../given-serving.ts';

let s3: S3Server;
let chain: Chain;
let serving: Serving;
beforeAll(async () => {
  s3 = await openS3Server();
  const { endpoint, bucket, region, credentials } = s3;
  const place = { endpoint, bucket, region, prefix: 'innkeeper/' };
  const settings = { ...defaultCopies, target: 's3', s3: place } as const;
  chain = await openChain({ copies: { settings, credentials } });
  await givenNode(chain.db);
  serving = await givenServing(chain);
});
afterAll(async () => {
  await chain.close();
  await s3.close();
});

const here = async () => (await readdir(join(chain.home, 'copies'), { recursive: true })).filter((name) => /qcow2/.test(name));

test('a backup is stored on the S3 server, restored from there, and deleted there', async () => {
  await serving.write('/notes', 'early');
  const { body } = await serving.backup();
  await serving.unlocked();
  const row = await chain.db.selectFrom('copies').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ status: 'ready', target: 's3', verified_at: expect.any(Date) });
  expect(s3.keys()).toEqual([`innkeeper/${row.object_key}`]);
  expect(await here()).toEqual([]);

  await serving.write('/notes', 'late');
  await serving.restore({ backup_id: body.id });
  await serving.unlocked();
  expect((await serving.disk()).files).toEqual({ '/notes': 'early' });
  expect(await here()).toEqual([]);

  const { token } = serving.owner;
  expect((await chain.call('deleteBackup', { params: { id: body.id } }, { token })).status).toBe(204);
  await chain.worker.idle();
  expect(s3.keys()).toEqual([]);
  await assertInvariants(chain);
});

test('snapshots stay on the node', async () => {
  await serving.wholeSnapshot();
  expect(s3.keys()).toEqual([]);
  expect((await here()).length).toBe(1);
});
