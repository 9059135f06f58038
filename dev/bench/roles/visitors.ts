/** Visitors without a session, each from a separate loopback address. */
import { once } from 'node:events';
import http from 'node:http';
import type { Role } from '../child.ts';
import type { Times } from '../load.ts';

export interface Visit {
  path: string;
  body: object;
  headers?: Record<string, string>;
  /** Status of correct replies. */
  status: number;
}

export function visitors(): Role {
  let last = 0;
  /** Returns the next of many loopback addresses, so that limits per address never apply. */
  const nextAddress = (): string => {
    last += 1;
    return `127.${1 + Math.floor(last / 65_025)}.${Math.floor(last / 255) % 255}.${1 + (last % 254)}`;
  };
  return {
    /**
     * Makes the visits sequentially, in this order. Each has its own connection, which opens before the clock starts. Returns the times in
     * milliseconds.
     */
    async inTurns(base: string, visits: Visit[]): Promise<number[]> {
      const times: number[] = [];
      for (const visit of visits) {
        const visitor = openVisitor(base, nextAddress());
        try {
          await visitor.connect();
          times.push(await visitor.timeOf(visit));
        } finally {
          visitor.close();
        }
      }
      return times;
    },
    /** Repeats each visit for `seconds`, all visits concurrently. Each visit uses one persistent connection, as behind a proxy. */
    async again(base: string, visits: Visit[], seconds: number): Promise<Times> {
      const began = performance.now();
      const times: number[] = [];
      const again = async (visit: Visit) => {
        const visitor = openVisitor(base, nextAddress());
        try {
          while (performance.now() - began < seconds * 1000) times.push(await visitor.timeOf(visit));
        } finally {
          visitor.close();
        }
      };
      await Promise.all(visits.map(again));
      return { times, tookMs: performance.now() - began };
    },
  };
}

/** Opens a visitor with one connection from this address. */
function openVisitor(base: string, localAddress: string) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (method: string, at: string, headers?: Record<string, string>) =>
    http.request(`${base}${at}`, { agent, method, localAddress, headers: { 'content-type': 'application/json', ...headers } });
  return {
    connect: () => replyTo(ask('GET', '/healthz')),
    /** Returns the duration of a visit in milliseconds. */
    async timeOf({ path, body, headers, status }: Visit): Promise<number> {
      const request = ask('POST', path, headers);
      const began = performance.now();
      const { statusCode } = await replyTo(request, JSON.stringify(body));
      if (statusCode !== status) throw new Error(`${path} answers ${statusCode}`);
      return performance.now() - began;
    },
    close: () => agent.destroy(),
  };
}

async function replyTo(request: http.ClientRequest, body?: string): Promise<http.IncomingMessage> {
  request.end(body);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response;
}
