import { get } from 'node:http';
import type { Attack, AttackerResources } from '../attack.ts';
import { floodRequests, holdConnections, requestText } from '../raw-sockets.ts';

const CONNECTIONS = 20;
/** Slightly more than a visitor may send in a minute. */
const GUESSES = 210;

/** Attacks on parts that the console uses: its pages and files, the first link, and the event stream of each browser. */
export const CONSOLE: readonly Attack[] = [
  {
    name: 'flood of pages of the console',
    by: 'one address',
    run: (resources) =>
      floodRequests(resources, { connections: CONNECTIONS, request: (n) => requestText({ path: `/servers/${n}/screen` }) }),
  },
  {
    name: 'files of the console, asked for and not read',
    by: 'one address',
    run: async (resources) => {
      const path = await fileOf(resources);
      // 4 requests make 1 MB for each connection. With 16, the kernel's TCP memory was too small for both ends on one machine (1.2 GB).
      const requests = requestText({ path }).repeat(4);
      return holdConnections(resources, 500, (socket) => socket.pause().write(requests));
    },
  },
  {
    name: 'guesses of a first link',
    by: 'one address',
    run: (resources) =>
      floodRequests(resources, {
        connections: CONNECTIONS,
        max: GUESSES,
        request: (n) => {
          const body = JSON.stringify({ secret: n.toString(36).padStart(43, 'A') });
          return requestText({ method: 'POST', path: '/v1/sessions/link', body });
        },
      }),
  },
  {
    name: 'streams of events, opened and never read',
    by: 'one account',
    accounts: { count: 1, abilities: ['read'] },
    run: (resources) => {
      const request = requestText({ path: '/v1/events', token: resources.accounts[0]?.token ?? '' });
      return holdConnections(resources, 200, (socket) => socket.pause().write(request));
    },
  },
];

/** Returns the path of the script that the console's document loads, as a browser finds it. */
async function fileOf({ port, address }: AttackerResources): Promise<string> {
  const html = await new Promise<string>((resolve, reject) => {
    get({ host: '127.0.0.1', port, localAddress: address, path: '/', headers: { host: 'localhost' } }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      reply.on('end', () => resolve(text));
    }).on('error', reject);
  });
  const path = /\/assets\/[\w.-]+\.js/.exec(html)?.[0];
  if (!path) throw new Error('The document of the console names no script.');
  return path;
}
