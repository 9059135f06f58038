/** The clients, in a process of their own. */
import autocannon from 'autocannon';
import type { Role } from '../child.ts';
import { CONNECTIONS, type Measured, summarise, type Target } from '../load.ts';

export function load(): Role {
  return { run };
}

/** Throws when any reply is not 200: a fast refusal is no figure. */
async function run({ url, headers, clients = CONNECTIONS }: Target, seconds: number): Promise<Measured> {
  const times: number[] = [];
  const began = performance.now();
  let last = began;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon({ url, headers, connections: clients, duration: seconds }, (error, done) =>
      error ? reject(error) : resolve(done),
    );
    instance.on('response', (_client, _status, _bytes, ms) => {
      times.push(ms);
      last = performance.now();
    });
  });
  if (result.non2xx + result.errors + result.timeouts > 0) {
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} broken, ${result.timeouts} late`);
  }
  return summarise(times, last - began);
}
