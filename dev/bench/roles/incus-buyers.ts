/** Clients that create instances in Incus concurrently: rows with a folder, without image and guest. */
import { Agent, request } from 'node:http';
import type { Role } from '../child.ts';
import type { Times } from '../load.ts';

export interface IncusPurchase {
  socketPath: string;
  buyers: number;
  each: number;
  /** Prefix of the names. */
  name: string;
}

export interface Created {
  accepted: Times;
  done: Times;
}

export function incusBuyers(): Role {
  return { run };
}

/** Creates the instances. Each buyer creates one after the other without waiting for their completion, like customers of a shop. */
async function run({ socketPath, buyers, each, name }: IncusPurchase): Promise<Created> {
  const agent = new Agent({ keepAlive: true });
  const ask = askAt(socketPath, agent);
  const accepted: number[] = [];
  const done: number[] = [];
  const began = performance.now();
  let allAccepted = began;
  const waits: Promise<void>[] = [];
  const create = async (buyer: number): Promise<void> => {
    for (let n = 1; n <= each; n++) {
      const sent = performance.now();
      const { operation } = await ask('POST', '/1.0/instances', { name: `${name}-${buyer}-${n}`, source: { type: 'none' } });
      accepted.push(performance.now() - sent);
      allAccepted = performance.now();
      const wait = ask('GET', `${operation}/wait`).then(({ metadata }) => {
        if (metadata?.status_code !== 200) throw new Error(`Incus: ${metadata?.err}`);
        done.push(performance.now() - sent);
      });
      waits.push(wait);
    }
  };
  await Promise.all(Array.from({ length: buyers }, (_, i) => create(i)));
  await Promise.all(waits);
  agent.destroy();
  return { accepted: { times: accepted, tookMs: allAccepted - began }, done: { times: done, tookMs: performance.now() - began } };
}

interface Reply {
  operation?: string;
  metadata?: { status_code?: number; err?: string };
}

function askAt(socketPath: string, agent: Agent) {
  return (method: string, path: string, body?: object): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const sent = request({ socketPath, agent, method, path, headers: { 'content-type': 'application/json' } }, (reply) => {
        let text = '';
        reply.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        reply.on('end', () => ((reply.statusCode ?? 500) < 300 ? resolve(JSON.parse(text) as Reply) : reject(new Error(text))));
      });
      sent.on('error', reject);
      sent.end(body && JSON.stringify(body));
    });
}
