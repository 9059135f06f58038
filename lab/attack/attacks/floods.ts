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
    name: 'flood past the limit of an account',
    by: 'one account',
    accounts: { count: 1 },
    run: (resources) => {
      const token = resources.accounts[0]?.token ?? '';
      return floodRequests(resources, { connections: CONNECTIONS, request: () => requestText({ path: '/v1/servers', token }) });
    },
  },
];
