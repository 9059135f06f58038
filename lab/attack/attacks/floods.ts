import type { Attack } from '../attack.ts';
import { floodRequests, requestText } from '../raw-sockets.ts';

const CONNECTIONS = 20;
const LONG = 'x'.repeat(15_000);

/** Floods of as many requests as the connections can carry. */
export const FLOODS: readonly Attack[] = [
  {
    name: 'flood without a token, paths of 15 KB',
    by: 'one address',
    run: (resources) =>
      floodRequests(resources, { connections: CONNECTIONS, request: (n) => requestText({ path: `/v1/${n}${LONG}` }) }),
  },
  {
    name: 'flood of bytes that are no request',
    by: 'one address',
    run: (resources) => floodRequests(resources, { connections: CONNECTIONS, request: () => 'HELLO\r\n\r\n' }),
  },
  {
    name: 'flood of /readyz',
    by: 'one address',
    run: (resources) => floodRequests(resources, { connections: CONNECTIONS, request: () => requestText({ path: '/readyz' }) }),
  },
  {
    name: 'flood through a proxy that the trial was not told of',
    by: 'one address',
    run: (resources) => {
      const request = (n: number) =>
        requestText({ path: '/v1/countries', host: 'shop.example', headers: [`X-Forwarded-For: 203.0.113.${n % 256}`] });
      return floodRequests(resources, { connections: CONNECTIONS, request });
    },
  },
  {
    name: 'flood past the limit of an account',
    by: 'one account',
    accounts: { count: 1 },
    run: (resources) => {
      const token = resources.accounts[0]?.token ?? '';
      return floodRequests(resources, { connections: CONNECTIONS, request: () => requestText({ path: '/v1/servers', token }) });
    },
  },
];
