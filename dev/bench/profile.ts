/** Where the API's CPU goes while it is asked: a profile a read for Chrome's DevTools, and its top in words. */
import fs from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';
import path from 'node:path';
import { type Child, startChild } from './child.ts';
import type { Fixture } from './fixture.ts';
import type { Measured, Target } from './load.ts';
import { readsOf } from './reads.ts';

const SECONDS = 5;
const DIRECTORY = 'build/bench';
const SHOWN = 25;

export async function profileReads(fixture: Fixture, only: string, say: (line: string) => void): Promise<void> {
  fs.mkdirSync(DIRECTORY, { recursive: true });
  for (const { name, path: url } of readsOf(fixture, only)) {
    const [api, load] = [startChild('api'), startChild('load')] as [Child, Child];
    try {
      const port = await api.ask<number>('open', fixture.databaseUrl);
      const target: Target = { url: `http://127.0.0.1:${port}${url}`, headers: { authorization: `Bearer ${fixture.token}` } };
      await load.ask('run', target, 2);
      await api.ask('profile');
      const { count } = await load.ask<Measured>('run', target, SECONDS);
      const file = path.join(DIRECTORY, `${name.toLowerCase().replaceAll(/\W+/g, '-')}.cpuprofile`);
      const profile = await api.ask<Profiler.Profile>('profiled');
      fs.writeFileSync(file, JSON.stringify(profile));
      say(`\n${name}: ${count} requests, ${file}`);
      for (const line of topOf(profile, count)) say(line);
    } finally {
      await Promise.all([api.stop(), load.stop()]);
    }
  }
}

/** What the child answers to `profile` and `profiled`. */
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

/** Functions by the time spent in themselves, in microseconds a request. */
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
