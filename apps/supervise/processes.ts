/** The API and the worker under supervision, or the worker of a further node alone: their output goes to log files, their crashes to the supervisor's. */
import path from 'node:path';
import type { LoadedConfiguration } from '../configuration/load.ts';
import { type ConfigurationMessage, isConfigurationMessage } from '../configuration/messages.ts';
import { writtenPartOf } from '../configuration/parts.ts';
import { environmentOf, type ProcessFacts } from '../environment.ts';
import type { Databases } from '../installation/database-roles.ts';
import { projectRoot } from '../installation/home.ts';
import { API_NODE_FLAGS, WORKER_NODE_FLAGS } from '../processes/node-flags.ts';
import { confined } from '../processes/run-as.ts';
import { startChild } from './child.ts';
import { openLogFiles } from './log-files.ts';
import { logLine, type OnLine } from './log-line.ts';
import { openQuestions } from './questions.ts';
import type { ShownProcesses } from './reload.ts';
import { tellOfHang } from './tell-of-hang.ts';

export interface Processes {
  /** Resolves when all are ready; rejects when one can't start. */
  ready: Promise<void>;
  /** Hands each its part of another configuration, and resolves when all have taken it. */
  configure(configuration: LoadedConfiguration): Promise<void>;
  /** Asks each what it runs on. */
  show(): Promise<ShownProcesses>;
  stop(): Promise<void>;
}

type Name = 'api' | 'worker';

export type ProcessesSettings = Omit<ProcessFacts, 'databaseUrl' | 'operatorDatabaseUrl'> & {
  databases: Databases;
  configuration: LoadedConfiguration;
};

export function startProcesses(
  { databases, configuration, ...facts }: ProcessesSettings,
  log: OnLine,
  onLine: OnLine,
  names: readonly Name[] = ['api', 'worker'],
): Processes {
  const { home, node } = facts;
  const place = (name: Name) => ({ name, node, reports: home.reports, databaseUrl: databases.owner, log });
  let current = configuration;
  const caCertificates = configuration.values['outgoing.ca_certificates'];
  const started = names.map((name) => {
    const files = openLogFiles(home.logs, name, logLimits(configuration));
    const questions = openQuestions();
    const child = startChild({
      name,
      script: path.join(projectRoot, 'build', `${name}.mjs`),
      nodeFlags: name === 'api' ? API_NODE_FLAGS : WORKER_NODE_FLAGS,
      before: confined(name),
      env: environmentOf(name, { ...facts, ...urlsOf(databases, name) }, { ours: process.env, caCertificates }),
      greeting: () => configurationFor(name),
      onMessage(message) {
        if (isConfigurationMessage(message) && message.kind === 'configuration') questions.answered(message);
      },
      logFile: files.main,
      onLine(line) {
        files.write(line);
        onLine(line);
      },
      onHang: (hang) => void tellOfHang(hang, place(name)),
      onCrash: (ended) => log(logLine(`the ${name} process ended unexpectedly`, ended)),
    });
    return { name, child, questions };
  });
  const children = started.map(({ child }) => child);

  function configurationFor(name: Name): ConfigurationMessage {
    return { kind: 'configuration', values: writtenPartOf(current, name) };
  }

  async function askEach(messageFor: (name: Name) => ConfigurationMessage): Promise<ShownProcesses> {
    const asked = started.map(
      async ({ name, child, questions }) => [name, await questions.ask(child, messageFor(name))] as const,
    );
    const answers = await Promise.all(asked);
    return Object.fromEntries(answers.flatMap(([name, values]) => (values === null ? [] : [[name, values]])));
  }

  return {
    ready: Promise.all(children.map((child) => child.ready)).then(() => {}),
    async configure(next) {
      current = next;
      await askEach(configurationFor);
    },
    show: () => askEach(() => ({ kind: 'show configuration' })),
    async stop() {
      // The way in closes first; then the worker brings its steps to rest.
      for (const child of children) await child.stop();
    },
  };
}

function logLimits({ values }: LoadedConfiguration) {
  return { mostBytes: values['log.file_size'], kept: values['log.files'] - 1 };
}

/** Only the API serves the staff. */
const urlsOf = (databases: Databases, name: Name) => ({
  databaseUrl: databases[name],
  operatorDatabaseUrl: name === 'api' ? databases.operator : null,
});
