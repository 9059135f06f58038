import { openPdnsServer, type PdnsServer } from '@innkeeper/lab/pdns-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openForwardNames } from './forward-names.ts';

let pdns: PdnsServer;
let resolvers: string[];
beforeAll(async () => {
  pdns = await openPdnsServer();
  resolvers = [`127.0.0.1:${pdns.dnsPort}`];
  const record = (name: string, type: string, ...contents: string[]) => ({
    ...{ name: `${name}example.com.`, type, ttl: 60, changetype: 'REPLACE' },
    records: contents.map((content) => ({ content, disabled: false })),
  });
  const rrsets = [
    record('two.', 'A', '192.0.2.9', '192.0.2.10'),
    record('six.', 'AAAA', '2001:db8::1'),
    record('alias.', 'CNAME', 'two.example.com.'),
  ];
  const reply = await fetch(`${pdns.url}/api/v1/servers/localhost/zones`, {
    method: 'POST',
    headers: { 'x-api-key': pdns.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'example.com.', kind: 'Native', nameservers: ['ns1.example.net.'], rrsets }),
  });
  expect(reply.status).toBe(201);
}, 60_000);
afterAll(() => pdns.close());

const unconfirmed = async (names: Record<string, string>, asked = resolvers) => [
  ...(await openForwardNames().findUnconfirmed(new Map(Object.entries(names)), asked)),
];

test('a name matches its address by any record of its family, or through a CNAME', async () => {
  expect(
    await unconfirmed({ '192.0.2.9': 'two.example.com', '192.0.2.10': 'alias.example.com', '2001:db8::1': 'SIX.example.com' }),
  ).toEqual([]);
  const wrong = {
    '192.0.2.11': 'two.example.com',
    '2001:db8::2': 'six.example.com',
    '2001:db8::3': 'two.example.com',
    '192.0.2.12': 'absent.example.com',
  };
  expect(await unconfirmed(wrong)).toEqual(Object.keys(wrong));
});

test('without DNS answers nothing is confirmed, a hundred names take no longer than one, few in parallel', async () => {
  const unanswered = {
    unconfirmed: openForwardNames(() => ({
      addresses: () => new Promise(() => {}),
      nameservers: async () => [],
      texts: async () => [],
      alias: async () => null,
    })).findUnconfirmed,
  };
  const many = new Map(Array.from({ length: 100 }, (_, i) => [`192.0.2.${i}`, 'two.example.com']));
  const asking = Array.from({ length: 4 }, () => unanswered.unconfirmed(many, []));
  await expect(unanswered.unconfirmed(many, [])).rejects.toMatchObject({ code: 'unavailable' });
  for (const found of await Promise.all(asking)) expect(found.size).toBe(100);
  expect(await unconfirmed({ '192.0.2.9': 'two.example.com' }, ['127.0.0.1:1'])).toEqual(['192.0.2.9']);
});
