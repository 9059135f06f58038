/** Finds the processes of a supervisor, for tests. */
import { readFileSync } from 'node:fs';

/** Returns the process ids of the supervisor's API or worker. */
export function children(name: 'api' | 'worker', supervisor: number): number[] {
  const ids = readFileSync(`/proc/${supervisor}/task/${supervisor}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
  return ids.filter((id) => commandLineOf(id).includes(`build/${name}.mjs`));
}

/** Returns the command line of a process. Empty if it has just ended. */
function commandLineOf(id: number): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
