import type { Attack } from '../attack.ts';
import { holdConnections, requestText, sendSlowly } from '../raw-sockets.ts';

const UPGRADE = ['Connection: Upgrade', 'Upgrade: websocket'];

/** Connections that are opened and then left idle, or used byte by byte. */
export const SOCKETS: readonly Attack[] = [
  {
    name: 'idle connections',
    by: 'one address',
    run: (resources) => holdConnections(resources, 4_000, () => {}),
  },
  {
    name: 'answered upgrades, never closed',
    by: 'one address',
    run: (resources) =>
      holdConnections(
        resources,
        1_500,
        (socket, n) => {
          socket.resume();
          socket.write(requestText({ method: n % 2 === 0 ? 'GET' : 'POST', path: '/v1/plans', headers: UPGRADE }));
        },
        true,
      ),
  },
  {
    name: 'half a head, a byte a second',
    by: 'one address',
    run: (resources) =>
      holdConnections(resources, 1_000, (socket) => sendSlowly(socket, 'x', 'GET /v1/plans HTTP/1.1\r\nX-Slow: ')),
  },
  {
    name: 'bodies of a byte a second',
    by: 'one account',
    accounts: { count: 1 },
    run: (resources) => {
      const token = resources.accounts[0]?.token ?? '';
      const headers = ['Content-Type: application/json', 'Content-Length: 100000'];
      const head = requestText({ method: 'POST', path: '/v1/ssh-keys', token, headers });
      return holdConnections(resources, 500, (socket) => sendSlowly(socket, ' ', head));
    },
  },
];
