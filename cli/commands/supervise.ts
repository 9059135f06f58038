/** `innkeeper supervise`: what `up --detach` starts. It reads the configuration of its home; progress goes over IPC. */
import { loadConfiguration } from '@innkeeper/apps/configuration/load';
import { homeAt } from '@innkeeper/apps/installation/home';
import { untilToldToStop } from '@innkeeper/apps/supervise/until-told';
import { supervise } from '@innkeeper/apps/supervisor';
import type { StartMessage } from '@innkeeper/apps/up/detached';
import { Command } from 'commander';
import { homeOption, type WithHome } from './home-option.ts';

export function superviseCommand(): Command {
  return new Command('supervise').addOption(homeOption()).action(run);
}

async function run({ home: directory }: WithHome): Promise<void> {
  const tell = (message: StartMessage): void => {
    if (process.connected) process.send?.(message);
  };
  // Whoever gave up waiting for us wants no Innkeeper in the background. Children and PostgreSQL end with us.
  const abandoned = (): never => process.exit(1);
  process.on('disconnect', abandoned);
  try {
    const home = homeAt(directory);
    const started = await supervise(
      { home, configuration: await loadConfiguration(home, process.env) },
      (progress) => tell({ kind: 'progress', progress }),
      () => {},
    );
    process.off('disconnect', abandoned);
    const told = untilToldToStop();
    tell({ kind: 'ready', facts: started.facts });
    await told;
    await started.stop();
    process.exit(0);
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    console.error(sentence);
    if (process.connected) process.send?.({ kind: 'refused', sentence } satisfies StartMessage, () => process.exit(1));
    else process.exit(1);
  }
}
