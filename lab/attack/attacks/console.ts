import { get } from 'node:http';
import type { Attack, Means } from '../attack.ts';
import { flood, hold, requestText } from '../raw-sockets.ts';

const CONNECTIONS = 20;
/** A little more than a visitor may send in a minute. */
const GUESSES = 210;

/** Attacks on parts that came with the console: its pages and files, the first link, and the stream of events of each browser. */
export const CONSOLE: readonly Attack[] = [
  {
    name: 'flood of pages of the console',
    by: 'one address',
    run: (means) => flood(means, { connections: CONNECTIONS, request: (n) => requestText({ path: `/servers/${n}/screen` }) }),
  },
  {
    name: 'files of the console, asked for and not read',
    by: 'one address',
    run: async (means) => {
      const path = await fileOf(means);
      // 4 at once are 1 MB of each connection. With 16 the kernel's memory for TCP ran short of what both ends hold on one machine (1.2 GB).
      const requests = requestText({ path }).repeat(4);
      return hold(means, 500, (socket) => socket.pause().write(requests));
    },
  },
  {
    name: 'guesses of a first link',
    by: 'one address',
    run: (means) =>
      flood(means, {
        connections: CONNECTIONS,
        most: GUESSES,
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
    run: (means) => {
      const request = requestText({ path: '/v1/events', token: means.accounts[0]?.token ?? '' });
      return hold(means, 200, (socket) => socket.pause().write(request));
    },
  },
];

/** Returns the path of the script that the console's document loads, as a browser finds it. */
async function fileOf({ port, address }: Means): Promise<string> {
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
