/** Tests requests under the policy of each caller, with real servers on the loopback address. */
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import os from 'node:os';
import { openHttpsReceiver, openReceiver, type Receiver } from '@innkeeper/lab/given-webhooks';
import type { Endpoint } from '@innkeeper/model/outgoing-http/endpoints';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDownloadPolicy, MAX_REDIRECTS } from '../downloads/policy.ts';
import { readBody } from './body.ts';
import { getWithRedirects } from './get-with-redirects.ts';
import { createServicePolicy, type OutgoingPolicy } from './policy.ts';
import type { ResolveName } from './resolve-name.ts';
import { type OutgoingReply, sendRequest } from './send-request.ts';

type Send = (url: string, policy: OutgoingPolicy, signal: AbortSignal) => Promise<OutgoingReply>;
type CreatePolicy = (allowed: readonly Endpoint[], resolveName?: ResolveName) => OutgoingPolicy;

const CALLERS: [string, CreatePolicy, Send][] = [
  [
    'downloads',
    createDownloadPolicy,
    (url, policy, signal) => getWithRedirects(url, { maxRedirects: MAX_REDIRECTS, headers: {} }, policy, signal),
  ],
  [
    'webhooks',
    createServicePolicy,
    (url, policy, signal) => sendRequest(url, { method: 'POST', headers: {}, body: '{}' }, policy, signal),
  ],
  [
    'identity providers',
    createServicePolicy,
    (url, policy, signal) => sendRequest(url, { method: 'GET', headers: {} }, policy, signal),
  ],
];

const PRIVATE_ADDRESSES = [
  ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '100.64.0.1', '169.254.169.254', '0.0.0.0'],
  ...['::1', 'fe80::1', 'fd00::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '64:ff9b::a00:1', '2002:a00:1::'],
];
const PUBLIC = '93.184.215.14';

let receiver: Receiver;
let secure: Awaited<ReturnType<typeof openHttpsReceiver>>;
beforeAll(async () => {
  [receiver, secure] = await Promise.all([openReceiver(), openHttpsReceiver()]);
});
afterAll(() => Promise.all([receiver.close(), secure.close()]));

/** Accepts connections, counts them, and hands each to `handle`. */
async function openListener(handle: (socket: Socket) => void) {
  const listener = createServer((socket) => {
    listening.connections += 1;
    socket.on('error', () => {});
    handle(socket);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const listening = { port: (listener.address() as AddressInfo).port, connections: 0, close: () => listener.close() };
  return listening;
}

const at = ({ port }: { port: number }): Endpoint => ({ address: '127.0.0.1', port });
const refused = (sentence: string) => expect.objectContaining({ failure: 'refused', message: expect.stringContaining(sentence) });
/** Returns the host part of a URL, with IPv6 in brackets. */
const hostFor = (address: string) => (address.includes(':') ? `[${address}]` : address);

describe.each(CALLERS)('requests of %s', (_caller, createPolicy, sendAs) => {
  let resolved: Record<string, string[]>;
  let asked: string[];
  let policy: OutgoingPolicy;
  let controller: AbortController;
  beforeEach(() => {
    for (const one of [receiver, secure]) {
      one.received.length = 0;
      one.answer = (_request, response) => void response.end('ok');
    }
    resolved = {};
    asked = [];
    controller = new AbortController();
    policy = createPolicy([at(receiver), at(secure)], async (host) => {
      asked.push(host);
      return resolved[host] ?? Promise.reject(new Error('no such name'));
    });
    // Later than any test here ends, but sooner than its time limit.
    const timer = setTimeout(() => controller.abort(), 20_000);
    return () => clearTimeout(timer);
  });
  const send = (url: string, signal = controller.signal) => sendAs(url, policy, signal);
  const requests = () => receiver.received.length + secure.received.length;

  describe('and the address', () => {
    it('reach an allowed endpoint', async () => {
      const reply = await send(receiver.url);
      expect([reply.status, String(await readBody(reply, 100))]).toEqual([200, 'ok']);
      reply.close();
      expect(receiver.received).toMatchObject([{ path: '/', headers: { 'accept-encoding': 'identity' } }]);
    });

    it.each(PRIVATE_ADDRESSES)('never reach %s, in the URL or as address of a name', async (address) => {
      resolved = { 'service.example': [address] };
      for (const host of [hostFor(address), 'service.example'])
        await expect(send(`https://${host}/`), host).rejects.toEqual(refused('not public'));
    });

    it.each(['localhost', 'localhost.', 'a.localhost', '2130706433', '0x7f.1'])('never reach %s', async (host) => {
      await expect(send(`https://${host}/`)).rejects.toEqual(refused('not public'));
      expect([asked, requests()]).toEqual([[], 0]);
    });

    it('never reach another port of an allowed address', async () => {
      const other = await openListener((socket) => socket.destroy());
      await expect(send(`https://127.0.0.1:${other.port}/`)).rejects.toEqual(refused('not public'));
      expect(other.connections).toBe(0);
      other.close();
    });

    it.each([[['10.0.0.1', PUBLIC]], [[PUBLIC, '10.0.0.1']], [[PUBLIC, '2606:4700::1111', '::ffff:10.0.0.1']]])(
      'reach none of the addresses %j, because one is private',
      async (addresses) => {
        resolved = { 'service.example': addresses };
        await expect(send('https://service.example/')).rejects.toEqual(refused('not public'));
      },
    );

    it('reach no endpoint whose name also has another private address', async () => {
      resolved = { 'service.example': ['127.0.0.1', '127.0.0.2'] };
      await expect(send(`https://service.example:${secure.port}/`)).rejects.toEqual(refused('not public'));
      expect(requests()).toBe(0);
    });

    it("never reach the host's own public address", async () => {
      const lo = os.networkInterfaces();
      const own = { address: PUBLIC, netmask: '255.255.255.0', family: 'IPv4', mac: '', internal: false, cidr: null } as const;
      const spy = vi.spyOn(os, 'networkInterfaces').mockReturnValue({ ...lo, uplink: [own] });
      syncBuiltinESMExports();
      try {
        resolved = { 'service.example': [PUBLIC], 'mapped.example': [`::ffff:${PUBLIC}`] };
        for (const host of [PUBLIC, 'service.example', 'mapped.example'])
          await expect(send(`https://${host}/`), host).rejects.toEqual(refused('not public'));
      } finally {
        spy.mockRestore();
        syncBuiltinESMExports();
      }
    });

    it('reach the judged address even if the name has another one a moment later', async () => {
      // The listener speaks no TLS. Only the number of connections matters.
      const listener = await openListener((socket) => socket.destroy());
      const answers = [['127.0.0.1'], ['127.0.0.2']];
      let queries = 0;
      policy = createPolicy([at(listener)], async () => answers[queries++] ?? []);
      await expect(send(`https://service.example:${listener.port}/`)).rejects.toHaveProperty('code');
      expect([queries, listener.connections]).toEqual([1, 1]);
      listener.close();
    });

    it('reach no endpoint that is no longer allowed', async () => {
      policy = createPolicy([]);
      await expect(send(secure.url)).rejects.toEqual(refused('not public'));
      expect(requests()).toBe(0);
    });

    it('fail if the name has no address', async () => {
      resolved = { 'empty.example': [] };
      for (const host of ['empty.example', 'unknown.example'])
        await expect(send(`https://${host}/`)).rejects.toMatchObject({ failure: 'unresolved' });
      expect(asked).toEqual(['empty.example', 'unknown.example']);
    });

    it('verify the certificate of the name, although they connect to an address', async () => {
      resolved = { 'service.example': ['127.0.0.1'] };
      secure.serverNames.length = 0;
      await expect(send(`https://service.example:${secure.port}/`)).rejects.toHaveProperty('code', 'DEPTH_ZERO_SELF_SIGNED_CERT');
      expect(secure.serverNames).toEqual(['service.example']);
      expect(requests()).toBe(0);
    });
  });

  describe('and the time', () => {
    it('start nothing if they are already aborted', async () => {
      controller.abort();
      for (const url of [receiver.url, 'https://service.example/']) await expect(send(url)).rejects.toThrow();
      expect([asked, requests()]).toEqual([[], 0]);
    });

    it('are aborted during a DNS query that never ends', async () => {
      policy = createPolicy([], () => new Promise(() => controller.abort()));
      await expect(send('https://service.example/')).rejects.toThrow();
    });

    it('are aborted while the server is quiet', async () => {
      receiver.answer = () => controller.abort();
      await expect(send(receiver.url)).rejects.toThrow();
    });

    it('are aborted while headers trickle in', async () => {
      receiver.answer = (_request, { socket }) => {
        socket?.write('HTTP/1.1 200 OK\r\n');
        const drip = setInterval(() => socket?.write('a: b\r\n'), 5);
        socket?.on('error', () => {}).on('close', () => clearInterval(drip));
        setTimeout(() => controller.abort(), 50);
      };
      await expect(send(receiver.url)).rejects.toThrow();
    });

    it('are aborted while the body trickles in', async () => {
      const closed = new Promise<void>((resolve) => {
        receiver.answer = (_request, response) => {
          const drip = setInterval(() => response.write('x'), 5);
          response.on('error', () => {}).on('close', () => clearInterval(drip));
          response.on('close', resolve);
        };
      });
      const reply = await send(receiver.url);
      setTimeout(() => controller.abort(), 50);
      await expect(readBody(reply, 1_000_000)).rejects.toThrow();
      await closed;
    });
  });

  describe('and the reply', () => {
    it.each([
      ['declared', true],
      ['not declared', false],
    ])('refuse a body above the limit that is %s', async (_how, declared) => {
      receiver.answer = (_request, response) => {
        if (declared) response.setHeader('content-length', 1_001);
        response.write('x'.repeat(500));
        response.end('x'.repeat(501));
      };
      const reply = await send(receiver.url);
      await expect(readBody(reply, 1_000)).rejects.toMatchObject({ failure: 'too_large' });
      reply.close();
      const whole = await send(receiver.url);
      expect(await readBody(whole, 1_001)).toHaveLength(1_001);
    });

    it('fail with a code if the connection breaks or carries no HTTP', async () => {
      for (const [sent, code] of [
        ['', 'ECONNRESET'],
        ['hello\r\n\r\n', 'HPE_INVALID_CONSTANT'],
        [`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`, 'HPE_HEADER_OVERFLOW'],
      ] as const) {
        receiver.answer = (_request, response) => void response.socket?.end(sent);
        await expect(send(receiver.url)).rejects.toHaveProperty('code', code);
      }
    });
  });
});
