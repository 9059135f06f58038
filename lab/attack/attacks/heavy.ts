import type { Attack, AttackerResources } from '../attack.ts';
import { floodRequests, requestText } from '../raw-sockets.ts';

/** Slightly more than an account may send in a minute. Further requests are throttled. */
const MAX_REQUESTS = 210;
const CONNECTIONS = 8;

const keys = (count: number): string => `{${Array.from({ length: count }, (_, i) => `"${i.toString(36)}":1`).join(',')}}`;
const addresses = `{"ptr":{${Array.from({ length: 199 }, (_, i) => `"2001:db8::${i.toString(16)}":"a_b"`).join(',')}}}`;
const names = JSON.stringify({ name: Array.from({ length: 2_400 }, (_, i) => `a_${i}`) });

const tokenOf = ({ accounts }: AttackerResources): string => accounts[0]?.token ?? '';
const serverOf = ({ accounts }: AttackerResources): number => accounts[0]?.servers[0] ?? 0;

const BRACKETS = 50_000;
const nested = '['.repeat(BRACKETS) + ']'.repeat(BRACKETS);
const COMMAS = 14_000;

/** Requests that cost the API as much work as a single request can. */
export const HEAVY: readonly Attack[] = [
  {
    name: 'bodies of 104 000 unknown fields, 1 MiB',
    by: 'one account',
    accounts: { count: 1, abilities: ['read'] },
    run: (resources) => {
      const body = keys(104_000);
      const path = '/v1/servers/1/scale/calculate';
      return floodRequests(resources, {
        connections: CONNECTIONS,
        max: MAX_REQUESTS,
        request: () => requestText({ method: 'POST', path, token: tokenOf(resources), body }),
      });
    },
  },
  {
    name: 'bodies of 50 000 nested lists',
    by: 'one account',
    accounts: { count: 1, abilities: ['read'] },
    run: (resources) =>
      floodRequests(resources, {
        connections: CONNECTIONS,
        max: MAX_REQUESTS,
        request: () =>
          requestText({ method: 'POST', path: '/v1/servers/1/scale/calculate', token: tokenOf(resources), body: nested }),
      }),
  },
  {
    name: 'If-None-Match of 14 000 commas, over pages of the console',
    by: 'one address',
    run: (resources) => {
      const headers = [`If-None-Match: ${','.repeat(COMMAS)}`];
      return floodRequests(resources, { connections: 20, request: () => requestText({ path: '/', headers }) });
    },
  },
  {
    name: 'the heaviest bodies within the limits',
    by: 'one account',
    accounts: { count: 1 },
    run: (resources) => {
      const token = tokenOf(resources);
      const bodies: [string, string, string][] = [
        ['PATCH', '/v1/ip-addresses/1', addresses],
        ['POST', '/v1/servers', names],
        ['POST', '/v1/ssh-keys', keys(12_000)],
      ];
      const request = (n: number): string => {
        const [method, path, body] = bodies[n % bodies.length] as [string, string, string];
        return requestText({ method, path, token, body });
      };
      return floodRequests(resources, { connections: CONNECTIONS, max: MAX_REQUESTS, request });
    },
  },
  {
    name: 'expensive reads: metrics of a month, searches, pages of 50',
    by: 'one account',
    accounts: { count: 1, funds: 1_000_00n, servers: 40 },
    run: (resources) => {
      const token = tokenOf(resources);
      const paths = [
        `/v1/servers/${serverOf(resources)}/metrics`,
        '/v1/servers?per_page=50&filter[search]=%25_%25',
        '/v1/servers?per_page=50&filter[status]=active,suspended,terminated&sort[expiry_at]=desc',
        `/v1/servers/${serverOf(resources)}/bandwidth`,
      ];
      return floodRequests(resources, {
        connections: CONNECTIONS,
        max: MAX_REQUESTS,
        request: (n) => requestText({ path: paths[n % paths.length] as string, token }),
      });
    },
  },
  {
    name: 'Host headers of 14 KB, each another, over reads that are cached',
    by: 'one account',
    accounts: { count: 1, funds: 1_000_00n, servers: 1 },
    run: (resources) => {
      const host = (n: number) => `${n}.${'a'.repeat(14_000)}.example`;
      return floodRequests(resources, {
        connections: CONNECTIONS,
        max: MAX_REQUESTS,
        request: (n) => requestText({ path: '/v1/servers', token: tokenOf(resources), host: host(n) }),
      });
    },
  },
  {
    name: 'passwords to hash',
    by: 'one account',
    accounts: { count: 1, funds: 1_000_00n, servers: 1 },
    run: (resources) => {
      const path = `/v1/servers/${serverOf(resources)}/rescue`;
      const body = JSON.stringify({ password: 'correct horse battery' });
      return floodRequests(resources, {
        connections: 20,
        max: MAX_REQUESTS,
        request: () => requestText({ method: 'POST', path, token: tokenOf(resources), body }),
      });
    },
  },
];
