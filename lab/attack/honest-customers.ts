/** Honest customers who read at a steady rate, each account within its limit, some over new connections. */
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface HonestOrder {
  port: number;
  customers: { token: string; serverId: number }[];
  perSecond: number;
  ms: number;
}

export interface HonestFigures {
  /** Milliseconds from the request to the last byte of its answer. A failed request counts with the time limit. */
  times: number[];
  failed: number;
}

const LIMIT_MS = 10_000;
/** One in this many requests opens a new connection, which the API has to accept. */
const NEW_CONNECTION_EVERY = 5;

/** Sends the requests of honest customers for `ms` milliseconds and returns their measurements. */
export async function runHonestCustomers({ port, customers, perSecond, ms }: HonestOrder): Promise<HonestFigures> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 30 });
  const figures: HonestFigures = { times: [], failed: 0 };
  const under = new Set<Promise<void>>();
  const began = performance.now();
  // Each request is sent at its time, whether or not earlier ones were answered. A stalled API must not lower the load.
  for (let n = 0; n < (perSecond * ms) / 1000; n += 1) {
    const wait = began + (n * 1000) / perSecond - performance.now();
    if (wait > 0) await sleep(wait);
    const { token, serverId } = customers[n % customers.length] as HonestOrder['customers'][number];
    const path = pathOf(n, serverId);
    const asked = ask({ port, path, token, agent: n % NEW_CONNECTION_EVERY === 0 ? false : agent }).then(
      (took) => void figures.times.push(took),
      () => {
        figures.failed += 1;
        figures.times.push(LIMIT_MS);
      },
    );
    under.add(asked);
    void asked.finally(() => under.delete(asked));
  }
  await Promise.all(under);
  agent.destroy();
  return figures;
}

function pathOf(n: number, serverId: number): string {
  const paths = ['/servers', `/servers/${serverId}`, '/balance', '/orders', '/plans'];
  return `/v1${paths[n % paths.length]}`;
}

function ask(to: { port: number; path: string; token: string; agent: http.Agent | false }): Promise<number> {
  const { port, path, token, agent } = to;
  return new Promise((resolve, reject) => {
    const sent = performance.now();
    const headers = { authorization: `Bearer ${token}` };
    const request = http.get({ host: '127.0.0.1', localAddress: '127.0.0.1', port, path, headers, agent, timeout: LIMIT_MS });
    request.once('response', (response) => {
      response.resume();
      response.once('end', () =>
        response.statusCode === 200 ? resolve(performance.now() - sent) : reject(new Error(`status ${response.statusCode}`)),
      );
      response.once('error', reject);
    });
    request.once('timeout', () => request.destroy(new Error('it took too long')));
    request.once('error', reject);
  });
}
