import { readFileSync } from 'node:fs';
import type { Home } from '../installation/home.ts';
import { readRunning } from '../installation/running.ts';

/** Returns the database URL of the worker of a running home, for the worker of a further node. Throws if none runs. */
export async function workerUrl(home: Home): Promise<string> {
  const pid = (await readRunning(home))?.pid;
  const children = pid === undefined ? [] : readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  const worker = children.find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('worker.mjs'));
  const url = worker && /(?:^|\0)DATABASE_URL=([^\0]+)/.exec(readFileSync(`/proc/${worker}/environ`, 'utf8'))?.[1];
  if (!url) throw new Error(`no worker runs in ${home.path}`);
  return url;
}
