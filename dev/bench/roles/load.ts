/** The role that sends requests from concurrent clients and measures the response times. */
import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { Role } from '../child.ts';
import { type BenchRequest, CONNECTIONS, percentEncodeVariant, type Target, type Times } from '../load.ts';

export function load(): Role {
  // Number of requests of all runs, so that no spelling of a path is reused.
  let asked = 0;
  return {
    /** Runs clients for `seconds`. Throws if a reply is not 2xx, because a fast refusal would distort the figures. */
    async run(
      { base, socketPath, asks, oneEach = false, fresh = false, clients = CONNECTIONS }: Target,
      seconds: number,
    ): Promise<Times> {
      const spelling = (ask: BenchRequest, n: number): BenchRequest =>
        fresh ? { ...ask, path: percentEncodeVariant(ask.path, n) } : ask;
      const next = (): BenchRequest => {
        const ask = asks[asked % asks.length] as BenchRequest;
        return spelling(ask, Math.floor(asked++ / asks.length));
      };
      let last = 0;
      const setupClient = (client: autocannon.Client): void => {
        const own = asks[last++ % asks.length] as BenchRequest;
        const choose = oneEach ? () => spelling(own, asked++) : next;
        client.setRequests([{ setupRequest: (request) => ({ ...request, ...choose() }) }]);
      };
      return times({
        url: base,
        ...(socketPath && { socketPath }),
        connections: clients,
        duration: seconds,
        setupClient,
      });
    },
    /**
     * Sends a fixed number of requests per second without waiting for replies. Throws if a reply is not 200.
     */
    async runSteadily(
      { base, asks, fresh = false }: Target,
      { perSecond, seconds }: { perSecond: number; seconds: number },
    ): Promise<Times> {
      const began = performance.now();
      const answers: Promise<number>[] = [];
      for (let n = 0; n < perSecond * seconds; n += 1) {
        const due = began + (n * 1000) / perSecond;
        await sleep(Math.max(0, due - performance.now()));
        const ask = asks[asked % asks.length] as BenchRequest;
        const path = fresh ? percentEncodeVariant(ask.path, Math.floor(asked / asks.length)) : ask.path;
        asked += 1;
        answers.push(timeOf(base, { ...ask, path }, due));
      }
      return { times: await Promise.all(answers), tookMs: performance.now() - began };
    },
  };
}

async function times(options: autocannon.Options): Promise<Times> {
  const found: number[] = [];
  const began = performance.now();
  let last = began;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(options, (error, done) => (error ? reject(error) : resolve(done)));
    instance.on('response', (_client, _status, _bytes, ms) => {
      found.push(ms);
      last = performance.now();
    });
  });
  if (result.non2xx + result.errors + result.timeouts > 0) {
    throw new Error(`${options.url}: ${result.non2xx} refused, ${result.errors} broken, ${result.timeouts} late`);
  }
  return { times: found, tookMs: last - began };
}

const agent = new http.Agent({ keepAlive: true });

/** Returns the time from the due moment to the last byte of the reply, in milliseconds. */
async function timeOf(base: string, { path, headers }: BenchRequest, due: number): Promise<number> {
  const request = http.get(`${base}${path}`, { agent, headers });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${path} answers ${response.statusCode}`);
  response.resume();
  await once(response, 'end');
  return performance.now() - due;
}
