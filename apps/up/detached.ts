/** Detached: the supervisor is a process of its own that tells us how its start goes, and stays when we leave. */
import { fork } from 'node:child_process';
import { openSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../installation/home.ts';
import type { SuperviseSettings } from '../supervisor.ts';
import { Refusal } from '../terminal/refusal.ts';
import type { Progress, Report } from '../terminal/report.ts';
import { commandToStop, type Facts, screen } from './screen.ts';

/** Message of the supervisor during its start. */
export type StartMessage =
  | { kind: 'progress'; progress: Progress }
  | { kind: 'ready'; facts: Facts }
  | { kind: 'refused'; sentence: string };

export async function runDetached(settings: SuperviseSettings, report: Report): Promise<void> {
  const logFile = path.join(settings.home.logs, 'supervisor.log');
  const log = openSync(logFile, 'a', 0o600);
  const child = fork(path.join(projectRoot, 'build/innkeeper.mjs'), ['supervise', '--home', settings.home.path], {
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  });
  const facts = await new Promise<Facts>((resolve, reject) => {
    child.on('message', (message) => {
      const told = message as StartMessage;
      if (told.kind === 'progress') report(told.progress);
      else if (told.kind === 'ready') resolve(told.facts);
      else reject(new Refusal(told.sentence));
    });
    child.on('error', reject);
    child.on('exit', () => reject(new Refusal(`Innkeeper did not start. See ${logFile}.`)));
  }).finally(() => {
    if (child.connected) child.disconnect();
  });
  child.unref();
  process.stdout.write(
    screen(facts, `${commandToStop(facts)} (Innkeeper runs in the background and logs to ${settings.home.logs})`),
  );
}
