/** Replaces the configuration of running processes, completely or not at all. */
import { keyOf, PATHS, type Path } from '@innkeeper/model/configuration/keys';
import type { ReloadAnswer } from '../supervise/reload.ts';
import { InvalidConfiguration, type LoadedConfiguration } from './load.ts';

interface Steps {
  load(): Promise<LoadedConfiguration>;
  /** Sends each process its part. Resolves when each has applied it or the request timed out. */
  distribute(next: LoadedConfiguration): Promise<void>;
}

/** Returns a function that reloads the configuration. Nothing changes if the new one is invalid, or if a changed key needs a restart. */
export function reloadConfiguration(first: LoadedConfiguration, { load, distribute: hand }: Steps): () => Promise<ReloadAnswer> {
  let current = first;
  let last: Promise<unknown> = Promise.resolve();

  async function reload(): Promise<ReloadAnswer> {
    const next = await load().catch((error: unknown) => {
      if (error instanceof InvalidConfiguration) return error;
      throw error;
    });
    if (next instanceof InvalidConfiguration) return { ok: false, problems: next.problems, restart: [] };
    const changed = changedPaths(current, next);
    const restart = changed.filter((path) => keyOf(path).apply !== 'live');
    if (restart.length > 0) return { ok: false, problems: [], restart };
    current = next;
    await hand(next);
    return { ok: true, changed };
  }

  // Run reloads one after another, so that the values read last take effect.
  return () => {
    const answer = last.then(reload);
    last = answer.catch(() => {});
    return answer;
  };
}

/** Returns the keys whose written values differ. */
export function changedPaths(before: LoadedConfiguration, after: LoadedConfiguration): Path[] {
  const statedText = ({ stated }: LoadedConfiguration, path: Path): string => JSON.stringify(stated.get(path)?.written ?? null);
  return PATHS.filter((path) => statedText(before, path) !== statedText(after, path));
}
