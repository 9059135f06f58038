/** The clients, in a process of their own. */
import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { Role } from '../child.ts';
import { type Ask, CONNECTIONS, spelled, type Target, type Times } from '../load.ts';

export function load(): Role {
  // Over all runs, so that a spelling of an address is never used again.
  let asked = 0;
  return {
    /** Throws when any reply is not 200: a fast refusal is no figure. */
    async run(
      { base, socketPath, asks, oneEach = false, fresh = false, clients = CONNECTIONS }: Target,
      seconds: number,
    ): Promise<Times> {
      const spelling = (ask: Ask, n: number): Ask => (fresh ? { ...ask, path: spelled(ask.path, n) } : ask);
      const next = (): Ask => {
        const ask = asks[asked % asks.length] as Ask;
        return spelling(ask, Math.floor(asked++ / asks.length));
      };
      let last = 0;
      const setupClient = (client: autocannon.Client): void => {
        const own = asks[last++ % asks.length] as Ask;
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
    /** So many requests a second, whether those before are answered or not; each by an address that was never asked for before. */
    async runSteadily({ base, asks }: Target, { perSecond, seconds }: { perSecond: number; seconds: number }): Promise<Times> {
      const began = performance.now();
      const answers: Promise<number>[] = [];
      for (let n = 0; n < perSecond * seconds; n += 1) {
        const due = began + (n * 1000) / perSecond;
        await sleep(due - performance.now());
        const ask = asks[asked % asks.length] as Ask;
        answers.push(timeOf(base, { ...ask, path: spelled(ask.path, Math.floor(asked++ / asks.length)) }, due));
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

/** From when it was due to the last byte of its answer. */
async function timeOf(base: string, { path, headers }: Ask, due: number): Promise<number> {
  const request = http.get(`${base}${path}`, { agent, headers });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${path} answers ${response.statusCode}`);
  response.resume();
  await once(response, 'end');
  return performance.now() - due;
}
