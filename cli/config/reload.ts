import type { Home } from '@innkeeper/apps/installation/home';
import { readRunning } from '@innkeeper/apps/installation/running';
import { askSupervisor } from '@innkeeper/apps/supervise/ask';
import { Refusal } from '@innkeeper/apps/terminal/refusal';

/** Has the supervisor read the configuration again. Throws a `Refusal` if nothing was changed because of a problem. */
export async function reloadRunning(home: Home): Promise<void> {
  const answer = await askSupervisor(home, { command: 'reload' });
  if (answer.ok) {
    console.log(answer.changed.length === 0 ? 'Nothing has changed.' : `Applied: ${answer.changed.join(', ')}.`);
    return;
  }
  if (answer.restart.length > 0) {
    const keys = `${answer.restart.join(', ')} ${answer.restart.length === 1 ? 'needs' : 'need'} a restart`;
    throw new Refusal(`Nothing was changed, because ${keys}. ${await adviceOnRestart(home)}`);
  }
  throw new Refusal(`Nothing was changed.\n${answer.problems.map((problem) => `  ${problem}`).join('\n')}`);
}

/** Only `up` writes that it runs. A further node has `worker`, which stays attached. */
async function adviceOnRestart(home: Home): Promise<string> {
  if (await readRunning(home)) return 'Run ./innkeeper down, then ./innkeeper up.';
  return 'Stop ./innkeeper worker, and start it again.';
}
