/** Metrics of API and worker after a fixed walkthrough. The list is recorded, without values. */
import { openPromTelemetry } from '@innkeeper/engine/telemetry/prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LabOptions, openLab } from '../app.ts';
import { type Chain, openChain } from '../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../given.ts';
import { deploy } from './given-deploy.ts';

const telemetry = openPromTelemetry();
let chain: Chain;
let owner: GivenAccount;
beforeAll(async () => {
  const limits = { settings: { requestsPerMinute: 100_000 }, inFlight: { running: 1, waiting: 1 } };
  chain = await openChain({ telemetry, ...limits, requestsPerAddress: 100_000 });
  await givenNode(chain.db);
  owner = await givenAccount(chain.db, { funds: 100_000n });
});
afterAll(() => chain.close());

const read = () => chain.call('getBalance', {}, { token: owner.token });

/** Names with their types and labels, each once, without values and bounds of buckets. */
function listOf(text: string): string[] {
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => `${name} ${type}`);
  const samples = [...text.matchAll(/^(innkeeper_[a-z_]+(?:\{[^}]*\})?) /gm)].map(([, sample = '']) =>
    sample.replace(/le="[^"]+",/, ''),
  );
  return [...new Set([...types, ...samples])].sort();
}

test('a fixed walkthrough yields the recorded names, types and labels, without accounts, servers or addresses', async () => {
  const { id } = (await deploy(chain, owner)).body;
  await chain.serverWhen(id, owner.token, (server) => server.status === 'active');
  expect((await chain.call('getServer', { params: { id: 999_999 } }, { token: owner.token })).status).toBe(404);
  expect((await chain.send({ method: 'GET', url: '/v1/nothing' })).status).toBe(404);
  expect((await chain.call('getBalance', {}, { token: 'wrong' })).status).toBe(401);
  const text = await telemetry.render();
  // All jobs and kinds begin at 0; new ones of them are no change here.
  const list = listOf(text).filter(
    (line) => !line.includes('job=') && (!line.includes('kind=') || line.includes('"server.deploy"')),
  );
  await expect(`${list.join('\n')}\n`).toMatchFileSnapshot('telemetry.txt');
  expect(text).toContain('innkeeper_job_runs_total{job="watch",outcome="succeeded"}');
  expect(text).toContain('innkeeper_job_last_success_timestamp_seconds{job="watch"}');
  expect(text).toMatch(/innkeeper_workflow_ended_total\{kind="server.deploy",outcome="done"\} 1\n/);
  for (const secret of [owner.token, '@', '127.0.0.1', `srv-${id}`]) expect(text).not.toContain(secret);
});

test('counts a request that timed out waiting for a slot of its account', async () => {
  const replies = await Promise.all(
    Array.from({ length: 5 }, (_, i) => chain.call('listOrders', { query: { page: i + 1 } }, { token: owner.token })),
  );
  const refused = replies.filter(({ status }) => status === 429).length;
  expect(refused).toBeGreaterThan(0);
  expect(await telemetry.render()).toContain(`innkeeper_http_refused_total{by="in_flight"} ${refused}\n`);
  expect(await telemetry.render()).toContain('innkeeper_http_in_flight{state="running"} 0');
});

test('each limit counts its refusals', async () => {
  const counted = async (limits: LabOptions, sent: number) => {
    const own = openPromTelemetry();
    const lab = await openLab({ telemetry: own, ...limits });
    const { token } = await givenAccount(lab.db);
    for (let i = 0; i < sent; i += 1) await lab.call('getBalance', {}, { token });
    await lab.close();
    return [...(await own.render()).matchAll(/^innkeeper_http_refused_total\{by="(\w+)"\} ([1-9]\d*)$/gm)].map(
      ([, by, times]) => `${by} ${times}`,
    );
  };
  expect(await counted({ settings: { requestsPerMinute: 3 } }, 5)).toEqual(['account 2']);
  expect(await counted({ requestsPerAddress: 3 }, 5)).toEqual(['address 2']);
});

test('the public listener does not serve metrics', async () => {
  for (const url of ['/metrics', '/v1/metrics'])
    expect((await chain.send({ method: 'GET', url, headers: { authorization: `Bearer ${owner.token}` } })).status).toBe(404);
  expect((await read()).status).toBe(200);
});
