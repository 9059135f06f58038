/** `innkeeper supervise`: what `up --detach` starts. Settings come from the environment, progress goes over IPC. */

import { fromEnvironment } from '@innkeeper/apps/environment';
import { untilToldToStop } from '@innkeeper/apps/supervise/until-told';
import { supervise } from '@innkeeper/apps/supervisor';
import type { StartMessage } from '@innkeeper/apps/up/detached';
import { Command } from 'commander';

export function superviseCommand(): Command {
  return new Command('supervise').action(run);
}

async function run(): Promise<void> {
  const tell = (message: StartMessage): void => {
    if (process.connected) process.send?.(message);
  };
  // Whoever gave up waiting for us wants no Innkeeper in the background. Children and PostgreSQL end with us.
  const abandoned = (): never => process.exit(1);
  process.on('disconnect', abandoned);
  const {
    databaseUrl,
    apiUser: _chosenByUs,
    node: _alwaysThis,
    ...settings
  } = fromEnvironment(process.env, { databaseOptional: true });
  try {
    const started = await supervise(
      { ...settings, externalDatabase: databaseUrl || null },
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
