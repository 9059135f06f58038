/** Profiles the CPU time of the API: a file for Chrome's DevTools for each kind of read, and its top as text. */
import fs from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';
import path from 'node:path';
import { manyServers } from './fixture/fillings.ts';
import type { Target, Times } from './load.ts';
import type { Options } from './part.ts';
import { idsOf, pageRequests, tokenRequest } from './reads/part.ts';
import { withReadBench } from './reads/read-bench.ts';

const SECONDS = 5;
const DIRECTORY = 'build/bench';
const SHOWN = 25;

/** Profiles each kind of read. Replies are fresh, except those of repeated requests. */
export function profileReads({ only, say }: Options): Promise<void> {
  fs.mkdirSync(DIRECTORY, { recursive: true });
  return withReadBench(manyServers, say, async ({ db, api, apiBase: base, load, known: { middle } }) => {
    const reads = {
      'List server images': [tokenRequest(middle.token, '/v1/server-images?per_page=50')],
      'Get a server': (await idsOf(db, middle.accountId)).map((id) => tokenRequest(middle.token, `/v1/servers/${id}`)),
      'Twenty servers again': (await idsOf(db, middle.accountId))
        .slice(0, 20)
        .map((id) => tokenRequest(middle.token, `/v1/servers/${id}`)),
      'List servers': pageRequests(middle.token),
    };
    for (const [name, asks] of Object.entries(reads).filter(([key]) => key.includes(only))) {
      const target: Target = { base, asks, fresh: !name.endsWith('again') };
      await load.ask('run', target, 2);
      await api.ask('profile');
      const count = (await load.ask<Times>('run', target, SECONDS)).times.length;
      const file = path.join(DIRECTORY, `${name.toLowerCase().replaceAll(/\W+/g, '-')}.cpuprofile`);
      const profile = await api.ask<Profiler.Profile>('profiled');
      fs.writeFileSync(file, JSON.stringify(profile));
      say(`\n${name}: ${count} requests, ${file}`);
      for (const line of topOf(profile, count)) say(line);
    }
  });
}

/** Answers the messages `profile` and `profiled` in the child. */
export function profiler(): { profile(): Promise<void>; profiled(): Promise<Profiler.Profile> } {
  const session = new Session();
  return {
    async profile() {
      session.connect();
      await session.post('Profiler.enable');
      await session.post('Profiler.start');
    },
    async profiled() {
      const { profile } = await session.post('Profiler.stop');
      session.disconnect();
      return profile;
    },
  };
}

/** Lists functions by their own time, in microseconds per request. */
function topOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile, requests: number): string[] {
  const names = new Map(
    nodes.map(({ id, callFrame }) => [id, `${callFrame.functionName || '(nameless)'} ${placeOf(callFrame)}`]),
  );
  const spent = new Map<string, number>();
  samples.forEach((id, i) => {
    const name = names.get(id) ?? '';
    spent.set(name, (spent.get(name) ?? 0) + (timeDeltas[i] ?? 0));
  });
  const top = [...spent].sort((a, b) => b[1] - a[1]).slice(0, SHOWN);
  return top.map(([name, us]) => `${(us / requests).toFixed(1).padStart(8)} us  ${name}`);
}

function placeOf({ url, lineNumber }: { url: string; lineNumber: number }): string {
  return url === '' ? '' : `${url.split('/').slice(-3).join('/')}:${lineNumber + 1}`;
}
