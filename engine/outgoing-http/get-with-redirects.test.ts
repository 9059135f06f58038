import type { ServerResponse } from 'node:http';
import { openHttpsReceiver, openReceiver, type Receiver } from '@innkeeper/lab/given-webhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDownloadPolicy } from '../downloads/policy.ts';
import { readBody } from './body.ts';
import { getWithRedirects } from './get-with-redirects.ts';
import type { OutgoingPolicy } from './policy.ts';
import { createServicePolicy } from './policy.ts';
import { sendRequest } from './send-request.ts';

let receiver: Receiver;
let secure: Receiver;
let policy: OutgoingPolicy;
let resolved: Record<string, string[]>;
let asked: string[];
beforeAll(async () => {
  [receiver, secure] = await Promise.all([openReceiver(), openHttpsReceiver()]);
});
afterAll(() => Promise.all([receiver.close(), secure.close()]));
beforeEach(() => {
  resolved = {};
  asked = [];
  for (const one of [receiver, secure]) one.received.length = 0;
  const allowed = [receiver, secure].map(({ port }) => ({ address: '127.0.0.1', port }));
  policy = createDownloadPolicy(allowed, async (host) => {
    asked.push(host);
    return resolved[host] ?? [];
  });
});
afterEach(() => void vi.unstubAllEnvs());

const signal = new AbortController().signal;
const get = (url = receiver.url, maxRedirects = 5) => getWithRedirects(url, { headers: {}, maxRedirects }, policy, signal);
const redirectTo = (location: string, from = receiver) => {
  from.answer = (_request, response) => void response.writeHead(302, { location }).end();
};
const refused = (sentence: string) => expect.objectContaining({ failure: 'refused', message: expect.stringContaining(sentence) });
const paths = () => receiver.received.map(({ path }) => path);
/** Redirects `/1` to `/2` and so on until `/n`, which replies. */
const redirectUntil = (n: number, status = 302, base = '/') => {
  receiver.answer = ({ path }, response: ServerResponse) => {
    const next = Number(path.slice(1)) + 1;
    if (next > n) response.end('found');
    else response.writeHead(status, { location: `${base}${next}` }).end();
  };
};

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('with status %i is followed, relative or absolute', async (status) => {
    redirectUntil(2, status);
    expect(String(await readBody(await get(`${receiver.url}1`), 100))).toBe('found');
    redirectUntil(2, status, receiver.url);
    expect(String(await readBody(await get(`${receiver.url}1`), 100))).toBe('found');
    expect(paths()).toEqual(['/1', '/2', '/1', '/2']);
  });

  it('is followed five times, and refused the sixth time', async () => {
    redirectUntil(5);
    expect(String(await readBody(await get(`${receiver.url}0`), 100))).toBe('found');
    expect(paths()).toHaveLength(6);
    receiver.received.length = 0;
    redirectUntil(6);
    await expect(get(`${receiver.url}0`)).rejects.toEqual(refused('redirects more than 5 times'));
    expect(paths()).toHaveLength(6);
  });

  it.each([
    ['http://127.0.0.1/', 'not public'],
    ['http://localhost:8080/', 'not public'],
    ['http://10.0.0.1/a.iso', 'not public'],
    ['http://169.254.169.254/latest/meta-data/', 'not public'],
    ['http://[::1]:8080/', 'not public'],
    ['http://[::ffff:10.0.0.1]/', 'not public'],
    ['http://[64:ff9b::a00:1]/', 'not public'],
    ['http://2130706433/', 'not public'],
    ['//10.0.0.1/a.iso', 'not public'],
    ['http://8.8.8.8:25/', 'port must be'],
    ['http://user:secret@8.8.8.8/', 'user name'],
    ['ftp://example.org/a.iso', 'must begin with'],
    ['file:///etc/passwd', 'must begin with'],
    ['http://[', 'not a URL'],
  ])('to %s is refused', async (to, why) => {
    redirectTo(to);
    await expect(get()).rejects.toEqual(refused(why));
    expect(paths()).toHaveLength(1);
  });

  it('from a mirror to its other ports, its other addresses, or another form of its address is refused', async () => {
    const { port } = receiver;
    for (const to of [`http://127.0.0.2:${port}/`, `http://127.0.0.1:${port + 1}/`, `http://[::ffff:127.0.0.1]:${port}/`]) {
      receiver.received.length = 0;
      redirectTo(to);
      await expect(get(), to).rejects.toEqual(refused('not public'));
      expect(paths()).toHaveLength(1);
    }
  });

  it.each([
    ['ftp://example.org/a.iso', 'must begin with'],
    ['http://10.0.0.1/a.iso', 'not public'],
  ])('from https to %s is refused', async (to, why) => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    redirectTo(to, secure);
    await expect(get(secure.url)).rejects.toEqual(refused(why));
    expect(secure.received).toHaveLength(1);
  });

  it('to a name resolves the name and checks its address at every request', async () => {
    resolved = { 'mirror.example': ['127.0.0.1'] };
    receiver.answer = (_request, response) => {
      resolved = { 'mirror.example': ['127.0.0.1', '10.0.0.1'] };
      response.writeHead(302, { location: '/again' }).end();
    };
    await expect(get(`http://mirror.example:${receiver.port}/`)).rejects.toEqual(refused('not public'));
    expect(asked).toEqual(['mirror.example', 'mirror.example']);
    expect(paths()).toHaveLength(1);
  });

  it('without a location is an ordinary reply', async () => {
    receiver.answer = (_request, response) => void response.writeHead(304).end();
    expect(await get()).toMatchObject({ status: 304 });
  });

  it('keeps no connection to the server that sent it', async () => {
    let closed = 0;
    receiver.answer = ({ path }, response) => {
      response.socket?.on('close', () => (closed += 1));
      if (path === '/target') response.end('found');
      // The body never ends.
      else response.writeHead(302, { location: '/target' }).write('x');
    };
    await readBody(await get(), 100);
    await expect.poll(() => closed).toBe(2);
  });
});

it('a request without redirects returns the redirect as a reply', async () => {
  const strict = createServicePolicy(policy.allowed);
  for (const location of ['http://169.254.169.254/latest/meta-data/', secure.url, `${receiver.url}again`]) {
    receiver.received.length = 0;
    redirectTo(location);
    const reply = await sendRequest(receiver.url, { method: 'POST', headers: {}, body: '{}' }, strict, signal);
    expect(reply).toMatchObject({ status: 302, headers: { location } });
    reply.close();
    expect(receiver.received).toMatchObject([{ path: '/', body: '{}' }]);
  }
  expect(secure.received).toEqual([]);
});

describe('an unresponsive server', () => {
  const QUIET = { idleTimeoutMs: 50 };

  it('before the headers closes the connection', async () => {
    policy = { ...policy, ...QUIET };
    const closed = new Promise((resolve) => {
      receiver.answer = (_request, response) => void response.socket?.on('close', resolve);
    });
    await expect(get()).rejects.toThrow('no data for 50 ms');
    await closed;
  });

  it('in the body closes the connection', async () => {
    policy = { ...policy, ...QUIET };
    receiver.answer = (_request, response) => void response.write('x');
    await expect(get().then((reply) => readBody(reply, 100))).rejects.toThrow();
  });
});
