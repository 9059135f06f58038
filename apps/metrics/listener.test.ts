import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FatalStart } from '../processes/messages.ts';
import { freePort } from '../testing/free-port.ts';
import { listenForMetrics, type MetricsListener } from './listener.ts';

let rendered = 0;
let finish: (() => void)[] = [];
let isHeld = false;
const renderer = {
  contentType: 'text/plain; version=0.0.4; charset=utf-8',
  async render() {
    rendered += 1;
    if (isHeld) await new Promise<void>((resolve) => finish.push(resolve));
    return 'innkeeper_up 1\n';
  },
};

let listener: MetricsListener;
let base: string;
beforeEach(async () => {
  [rendered, finish, isHeld] = [0, [], false];
  listener = await listenForMetrics({ address: '127.0.0.1', port: await freePort() }, renderer);
  base = `http://127.0.0.1:${listener.port}`;
});
afterEach(() => listener.close());

test('GET /metrics returns the text with its content type', async () => {
  const reply = await fetch(`${base}/metrics?collect=all`);
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe(renderer.contentType);
  expect(await reply.text()).toBe('innkeeper_up 1\n');
});

test.each(['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'])('%s gets 405, without rendering', async (method) => {
  const reply = await fetch(`${base}/metrics`, { method });
  expect(reply.status).toBe(405);
  expect(reply.headers.get('allow')).toBe('GET');
  expect(rendered).toBe(0);
});

test.each([
  ['localhost:9090', '200'],
  ['127.0.0.1', '200'],
  ['[::1]:9090', '200'],
  ['metrics.example.com', '421'],
  ['198.51.100.9', '421'],
  ['', '421'],
])('a request to the host "%s" gets %s on loopback', async (host, status) => {
  expect(await statusOfRaw(`GET /metrics HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)).toBe(status);
  expect(rendered).toBe(status === '200' ? 1 : 0);
});

test.each(['/', '/metrics/', '/v1/servers', '/metrics/../healthz', '//metrics'])('%s gets 404', async (path) => {
  expect(await statusOfRaw(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)).toBe('404');
  expect(rendered).toBe(0);
});

test('concurrent scrapes share one rendering, and one right after them reuses it', async () => {
  isHeld = true;
  const replies = Array.from({ length: 8 }, () => fetch(`${base}/metrics`));
  await expect.poll(() => finish.length).toBe(1);
  for (const go of finish) go();
  for (const reply of await Promise.all(replies)) expect(reply.status).toBe(200);
  await fetch(`${base}/metrics`);
  expect(rendered).toBe(1);
});

test('refuses oversized headers, and limits the number of connections', async () => {
  const long = `GET /metrics HTTP/1.1\r\nhost: localhost\r\nx-long: ${'a'.repeat(9_000)}\r\n\r\n`;
  expect(await statusOfRaw(long)).toBe('431');
  const sockets = Array.from({ length: 40 }, () => connect(listener.port, '127.0.0.1').on('error', () => {}));
  let open = 40;
  for (const socket of sockets) socket.on('close', () => (open -= 1));
  await expect.poll(() => open).toBe(16);
  for (const socket of sockets) socket.destroy();
});

test('explains that an address is in use or belongs to another host', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  const inUse = listenForMetrics({ address: '127.0.0.1', port }, renderer);
  await expect(inUse).rejects.toThrow(`127.0.0.1:${port}, where metrics would be served, is used by another program`);
  await expect(inUse).rejects.toBeInstanceOf(FatalStart);
  await expect(listenForMetrics({ address: '192.0.2.1', port }, renderer)).rejects.toThrow('is not an address of this host');
  other.close();
});

/** Sends raw bytes, because `fetch` would normalize the path. */
function statusOfRaw(request: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(listener.port, '127.0.0.1', () => socket.write(request));
    socket.on('data', (data) => (text += data.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(text.split(' ')[1]));
  });
}
