import { STALLED_HOST } from '@innkeeper/engine/downloads/simulated';
import type { Attack } from '../attack.ts';
import { floodRequests, requestText } from '../raw-sockets.ts';

/** Noisy neighbours: customers who take more than their share of the worker and of the capacity. */
export const NEIGHBOURS: readonly Attack[] = [
  {
    name: '20 downloads that never end',
    by: 'two accounts',
    accounts: { count: 2, funds: 100_00n },
    run: (resources) => {
      const body = (n: number) => JSON.stringify({ name: `iso ${n}`, url: `https://${STALLED_HOST}/${n}.iso` });
      const token = (n: number) => resources.accounts[n % resources.accounts.length]?.token ?? '';
      return floodRequests(resources, {
        connections: 2,
        max: 20,
        request: (n) => requestText({ method: 'POST', path: '/v1/isos', token: token(n), body: body(n) }),
      });
    },
  },
  {
    name: 'power buttons of 20 servers, pressed all the time',
    by: 'one account',
    accounts: { count: 1, funds: 1_000_00n, servers: 20 },
    run: (resources) => {
      const { token = '', servers = [] } = resources.accounts[0] ?? {};
      const path = (n: number) => `/v1/servers/${servers[n % servers.length]}/restart`;
      return floodRequests(resources, {
        connections: 10,
        max: 210,
        request: (n) => requestText({ method: 'POST', path: path(n), token }),
      });
    },
  },
  {
    name: 'orders that are never paid, 20 servers each',
    by: 'one account that never paid',
    accounts: { count: 1 },
    run: (resources) => {
      const { token = '', imageId = 0, sshKeyId = 0 } = resources.accounts[0] ?? {};
      const body = (n: number) =>
        JSON.stringify({
          name: Array.from({ length: 20 }, (_, i) => `held-${n}-${i}`),
          plan: 'nano',
          image_id: imageId,
          ssh_keys: [sshKeyId],
        });
      return floodRequests(resources, {
        connections: 4,
        max: 40,
        request: (n) => requestText({ method: 'POST', path: '/v1/servers', token, body: body(n) }),
      });
    },
  },
];
