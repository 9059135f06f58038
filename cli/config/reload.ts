import type { Home } from '@innkeeper/apps/installation/home';
import { readRunning } from '@innkeeper/apps/installation/running';
import { askSupervisor } from '@innkeeper/apps/supervise/ask';
import { CommandError } from '@innkeeper/apps/terminal/command-error';

/** Makes the supervisor reload the configuration. Throws a `CommandError` if a problem prevented the change. */
export async function reloadRunning(home: Home): Promise<void> {
  const answer = await askSupervisor(home, { command: 'reload' });
  if (answer.ok) {
    console.log(answer.changed.length === 0 ? 'Nothing has changed.' : `Applied: ${answer.changed.join(', ')}.`);
    return;
  }
  if (answer.restart.length > 0) {
    const keys = `${answer.restart.join(', ')} ${answer.restart.length === 1 ? 'needs' : 'need'} a restart`;
    throw new CommandError(`Nothing was changed, because ${keys}. ${await adviceOnRestart(home)}`);
  }
  throw new CommandError(`Nothing was changed.\n${answer.problems.map((problem) => `  ${problem}`).join('\n')}`);
}

/**
 * Returns advice on the restart. Only `up`, on the first node, records that it is running. Other nodes run `worker`, which stays in its
 * terminal.
 */
async function adviceOnRestart(home: Home): Promise<string> {
  if (await readRunning(home)) return 'Run ./innkeeper down, then ./innkeeper up.';
  return 'Stop ./innkeeper worker, and start it again.';
}
