/** The clients, in a process of their own. */
import autocannon from 'autocannon';
import type { Role } from '../child.ts';
import { type Ask, CONNECTIONS, spelled, type Target, type Times } from '../load.ts';

export function load(): Role {
  // Over all runs, so that a spelling of an address is never used again.
  let asked = 0;
  return {
    /** Throws when any reply is not 200: a fast refusal is no figure. */
    async run(
      { base, socketPath, asks, oneEach = false, fresh = false, clients = CONNECTIONS, perSecond }: Target,
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
        ...(perSecond && { overallRate: perSecond }),
        connections: clients,
        duration: seconds,
        setupClient,
      });
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
