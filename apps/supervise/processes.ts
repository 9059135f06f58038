/** The API and the worker under supervision, or the worker of a further node alone: their output goes to log files, their crashes to the supervisor's. */
import path from 'node:path';
import { environmentOf, type ProcessSettings } from '../environment.ts';
import type { Databases } from '../installation/database-roles.ts';
import { projectRoot } from '../installation/home.ts';
import { API_NODE_FLAGS, WORKER_NODE_FLAGS } from '../processes/node-flags.ts';
import { confined } from '../processes/run-as.ts';
import { type Child, startChild } from './child.ts';
import { openLogFiles } from './log-files.ts';

export interface Processes {
  /** Resolves when all are ready; rejects when one can't start. */
  ready: Promise<void>;
  stop(): Promise<void>;
}

/** One line of a process's log, JSON as a rule. */
export type OnLine = (line: string) => void;

export type ProcessesSettings = Omit<ProcessSettings, 'databaseUrl' | 'operatorDatabaseUrl'> & { databases: Databases };

export function startProcesses(
  { databases, ...settings }: ProcessesSettings,
  log: OnLine,
  onLine: OnLine,
  names: readonly ('api' | 'worker')[] = ['api', 'worker'],
): Processes {
  const children = names.map((name): Child => {
    const files = openLogFiles(settings.home.logs, name);
    return startChild({
      name,
      script: path.join(projectRoot, 'build', `${name}.mjs`),
      nodeFlags: name === 'api' ? API_NODE_FLAGS : WORKER_NODE_FLAGS,
      before: confined(name),
      env: environmentOf(name, { ...settings, ...urlsOf(databases, name) }, process.env),
      logFile: files.main,
      onLine(line) {
        files.write(line);
        onLine(line);
      },
      onCrash: (ended) => log(logLine(`the ${name} process ended by itself`, ended)),
    });
  });
  return {
    ready: Promise.all(children.map((child) => child.ready)).then(() => {}),
    async stop() {
      // The way in closes first; then the worker brings its steps to rest.
      for (const child of children) await child.stop();
    },
  };
}

/** In the form of the children's logs. */
export function logLine(msg: string, fields: object = {}): string {
  return JSON.stringify({ level: 50, time: Date.now(), name: 'supervisor', ...fields, msg });
}

/** Only the API serves the staff. */
const urlsOf = (databases: Databases, name: 'api' | 'worker') => ({
  databaseUrl: databases[name],
  operatorDatabaseUrl: name === 'api' ? databases.operator : null,
});
