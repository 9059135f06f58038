/** Replaces the configuration of what runs, as a whole or not at all. */
import { keyOf, PATHS, type Path } from '@innkeeper/model/configuration/keys';
import type { ReloadAnswer } from '../supervise/reload.ts';
import { type LoadedConfiguration, WrongConfiguration } from './load.ts';

interface Steps {
  load(): Promise<LoadedConfiguration>;
  /** Hands each process its part, and resolves when all have it. */
  hand(next: LoadedConfiguration): Promise<void>;
}

/** Returns a function that reads the configuration again. Nothing changes if it is wrong, or if a changed key needs a restart. */
export function reloadConfiguration(first: LoadedConfiguration, { load, hand }: Steps): () => Promise<ReloadAnswer> {
  let current = first;
  let last: Promise<unknown> = Promise.resolve();

  async function reload(): Promise<ReloadAnswer> {
    const next = await load().catch((error: unknown) => {
      if (error instanceof WrongConfiguration) return error;
      throw error;
    });
    if (next instanceof WrongConfiguration) return { ok: false, problems: next.problems, restart: [] };
    const changed = changedPaths(current, next);
    const restart = changed.filter((path) => keyOf(path).apply !== 'live');
    if (restart.length > 0) return { ok: false, problems: [], restart };
    current = next;
    await hand(next);
    return { ok: true, changed };
  }

  // One at a time, so that what was read last is what is in force last.
  return () => {
    const answer = last.then(reload);
    last = answer.catch(() => {});
    return answer;
  };
}

/** Returns the keys that say something else. */
export function changedPaths(before: LoadedConfiguration, after: LoadedConfiguration): Path[] {
  const said = ({ stated }: LoadedConfiguration, path: Path): string => JSON.stringify(stated.get(path)?.written ?? null);
  return PATHS.filter((path) => said(before, path) !== said(after, path));
}
