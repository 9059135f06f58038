/** Starts the supervisor as a separate process. The process reports its start and keeps running after this one ends. */
import { fork } from 'node:child_process';
import { openSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../installation/home.ts';
import type { SuperviseSettings } from '../supervisor.ts';
import { CommandError } from '../terminal/command-error.ts';
import type { Progress, Report } from '../terminal/report.ts';
import { listenSettingsOf } from '../transport/transport.ts';
import { makeLinkForTerminal } from './first-link.ts';
import { commandToStop, formatStartSummary, type StartSummary } from './start-summary.ts';

/** Message of the supervisor during its start. */
export type StartMessage =
  | { kind: 'progress'; progress: Progress }
  | { kind: 'ready'; facts: StartSummary }
  | { kind: 'refused'; sentence: string };

/** Starts the supervisor and returns when it is ready. Throws a `CommandError` if the start fails. The supervisor keeps running. */
export async function runDetached(settings: SuperviseSettings, report: Report): Promise<void> {
  const logFile = path.join(settings.home.logs, 'supervisor.log');
  const log = openSync(logFile, 'a', 0o600);
  const args = [
    ...['supervise', '--home', settings.home.path],
    ...(settings.withoutCopy ? ['--without-copy'] : []),
    ...(settings.replacesSecretKey ? ['--replace-secret-key'] : []),
  ];
  const child = fork(path.join(projectRoot, 'build/innkeeper.mjs'), args, {
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  });
  const facts = await new Promise<StartSummary>((resolve, reject) => {
    child.on('message', (message) => {
      const startMessage = message as StartMessage;
      if (startMessage.kind === 'progress') report(startMessage.progress);
      else if (startMessage.kind === 'ready') resolve(startMessage.facts);
      else reject(new CommandError(startMessage.sentence));
    });
    child.on('error', reject);
    child.on('exit', () => reject(new CommandError(`Innkeeper did not start. See ${logFile}.`)));
  }).finally(() => {
    if (child.connected) child.disconnect();
  });
  child.unref();
  const link = await makeLinkForTerminal(settings.home, listenSettingsOf(settings.configuration.values), facts);
  const stop = `${commandToStop(facts)} (Innkeeper runs in the background and logs to ${settings.home.logs})`;
  process.stdout.write(formatStartSummary(facts, stop, link));
}
