/** Defines `innkeeper supervise`, which `up --detach` starts. It reads the configuration of its home and reports progress over IPC. */
import { loadConfiguration } from '@innkeeper/apps/configuration/load';
import { homeAt } from '@innkeeper/apps/installation/home';
import { waitForStopSignal } from '@innkeeper/apps/supervise/stop-signal';
import { supervise } from '@innkeeper/apps/supervisor';
import type { StartMessage } from '@innkeeper/apps/up/detached';
import { Command } from 'commander';
import { homeOption, type WithHome } from './program/home-option.ts';

export function superviseCommand(): Command {
  return new Command('supervise').addOption(homeOption()).option('--without-copy').option('--replace-secret-key').action(run);
}

interface SuperviseOptions extends WithHome {
  withoutCopy?: boolean;
  replaceSecretKey?: boolean;
}

async function run({ home: directory, withoutCopy = false, replaceSecretKey = false }: SuperviseOptions): Promise<void> {
  const sendToParent = (message: StartMessage): void => {
    if (process.connected) process.send?.(message);
  };
  // If the parent gives up waiting, Innkeeper must not stay in the background. Children and PostgreSQL exit with this process.
  const abandoned = (): never => process.exit(1);
  process.on('disconnect', abandoned);
  try {
    const home = homeAt(directory);
    const started = await supervise(
      { home, configuration: await loadConfiguration(home, process.env), withoutCopy, replacesSecretKey: replaceSecretKey },
      (progress) => sendToParent({ kind: 'progress', progress }),
      () => {},
    );
    process.off('disconnect', abandoned);
    const stopSignal = waitForStopSignal();
    sendToParent({ kind: 'ready', facts: started.facts });
    await stopSignal;
    await started.stop();
    process.exit(0);
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    console.error(sentence);
    if (process.connected) process.send?.({ kind: 'refused', sentence } satisfies StartMessage, () => process.exit(1));
    else process.exit(1);
  }
}
