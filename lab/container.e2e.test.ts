/**
 * End-to-end test of the container image of a trial, built by the Dockerfile of a release and run as uid 10001.
 *
 * Run it with `npm run test:container`: the build downloads 250 MB and takes some minutes. It requires root, buildah and mmdebstrap.
 */
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attempt, run } from '@innkeeper/engine/host/run';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildImage, type Image } from './container/buildah.ts';
import { ADDRESS, type Container, type Network, openNetwork, startContainer } from './container/run.ts';

const URL = `http://${ADDRESS}:7080`;
const MEGABYTE = 1000 ** 2;
/** Limits for busy machines. A start takes some seconds on an idle one. */
const TIME_LIMIT = { timeout: 600_000, interval: 100 };

let image: Image;
let network: Network;
let data: string;
let container: Container;
let token: string;
beforeAll(async () => {
  image = await buildImage();
  network = await openNetwork();
  data = await mkdtemp(join(tmpdir(), 'innkeeper-trial-'));
  await chown(data, 10_001, 10_001);
});
afterAll(async () => {
  await container?.kill();
  await network?.close();
  await image?.remove();
  await rm(data, { recursive: true, force: true });
});

async function start(): Promise<number> {
  const began = performance.now();
  container = await startContainer(image, network, data);
  await vi.waitUntil(() => /Innkeeper \S+ is up|exit status/.test(container.said()), TIME_LIMIT);
  expect(container.said()).toContain('is up');
  return Math.round((performance.now() - began) / 100) / 10;
}

async function ask(method: string, path: string, body?: object): Promise<{ status: number; json: { data: Order[] } & Order }> {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const reply = await fetch(`${URL}/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { status: reply.status, json: (await reply.json()) as { data: Order[] } & Order };
}

interface Order {
  id: number;
  status: string;
}

/** Lists the processes in the container, without the programs that replace Docker. */
async function processesOf({ inside }: Network): Promise<{ uid: number; name: string }[]> {
  const pids = (await run('ip', ['netns', 'pids', inside.name ?? ''])).trim().split('\n');
  const lines = (await attempt('ps', ['-o', 'uid=,comm=', '-p', pids.join(',')])).stdout.trim().split('\n');
  const processes = lines.map((line) => line.trim().split(/\s+/)).map(([uid, name = '']) => ({ uid: Number(uid), name }));
  // buildah re-executes itself from memory.
  return processes.filter(({ name }) => !/^(|unshare|buildah.*|memfd:.*)$/.test(name));
}

test('the image declares its user, ports and volumes to Docker', () => {
  expect(image.config).toMatchObject({
    User: '10001:10001',
    Entrypoint: ['tini', '--', 'node', 'build/innkeeper.mjs'],
    Cmd: ['up', '--engine', 'simulated', '--home', '/data', '--trial'],
    ExposedPorts: { '7080/tcp': {} },
    Volumes: { '/data': {} },
  });
  expect(image.bytes).toBeLessThan(500 * MEGABYTE);
});

test('it starts without root, and serves plain HTTP at its own address', async () => {
  const seconds = await start();
  token = /ik_\w{40}/.exec(container.said())?.[0] ?? expect.fail(container.said());
  expect((await fetch(`${URL}/healthz`)).status).toBe(200);
  expect((await fetch(`${URL}/docs`)).status).toBe(200);
  expect((await fetch(`${URL}/docs/swagger-ui-bundle.js`)).status).toBe(200);
  const processes = await processesOf(network);
  expect(new Set(processes.map(({ uid }) => uid))).toEqual(new Set([10_001]));
  expect(processes.filter(({ name }) => name === 'postgres').length).toBeGreaterThan(1);
  process.stdout.write(`container: ${Math.round(image.bytes / MEGABYTE)} MB, first start ${seconds} s\n`);
});

test('its health check calls the API', async () => {
  const [, ...program] = image.config.Healthcheck.Test;
  expect(await container.execute(program)).toMatchObject({ code: 0 });
  const elsewhere = program.map((word) => word.replace('7080', '7081'));
  expect(await container.execute(elsewhere)).toMatchObject({ code: 1 });
});

test('an order survives a kill of all processes, in another container with the same data', async () => {
  const { data: images } = (await ask('GET', '/server-images')).json;
  const body = { name: 'web-1', plan: 'micro', image_id: images[0]?.id, password: 'correct horse battery' };
  const made = await ask('POST', '/servers', body);
  expect(made.status, JSON.stringify(made.json)).toBeLessThan(300);
  await vi.waitUntil(async () => (await ask('GET', `/servers/${made.json.id}`)).json.status === 'active', TIME_LIMIT);
  const before = await ask('GET', '/orders');
  expect(before.json.data).toHaveLength(1);
  await container.kill();
  await vi.waitUntil(async () => (await processesOf(network)).length === 0, TIME_LIMIT);
  await expect(fetch(`${URL}/healthz`)).rejects.toThrow();

  await start();
  expect(await ask('GET', '/orders')).toEqual(before);
  expect((await ask('GET', `/servers/${made.json.id}`)).json.status).toBe('active');
});

test('it shuts down cleanly when it is stopped', async () => {
  expect(await container.stop()).toBe(0);
  expect(container.said()).toContain('Innkeeper is down');
});
