/**
 * Supervises the API and the worker, or only the worker of an additional node.
 *
 * The output of each process goes to its own log files. The log of the supervisor reports crashes.
 */
import path from 'node:path';
import type { LoadedConfiguration } from '../configuration/load.ts';
import { type ConfigurationMessage, isConfigurationMessage } from '../configuration/messages.ts';
import { writtenPartOf } from '../configuration/parts.ts';
import { environmentOf, type ProcessFacts } from '../environment.ts';
import type { Databases } from '../installation/database-roles.ts';
import { projectRoot } from '../installation/home.ts';
import { API_NODE_FLAGS, WORKER_NODE_FLAGS } from '../processes/node-flags.ts';
import { confinementPrefix } from '../processes/run-as.ts';
import type { HomeSpace, SpaceMessage } from '../processes/space.ts';
import { startChild } from './child.ts';
import { openConfigurationRequests } from './configuration-requests.ts';
import { openLogFiles } from './log-files.ts';
import { logLine, type OnLine } from './log-line.ts';
import type { ConfigurationByProcess } from './reload.ts';
import { reportHang } from './report-hang.ts';
import type { RestartRecord } from './restart-record.ts';
import type { SpaceWatch } from './space.ts';

export interface Processes {
  /** Resolves when all processes are ready. Rejects if one cannot start. */
  ready: Promise<void>;
  /** Sends each process its part of a new configuration. Resolves when each has applied it or the request timed out. */
  configure(configuration: LoadedConfiguration): Promise<void>;
  /** Requests the configuration that each process uses. Omits processes that do not answer. */
  show(): Promise<ConfigurationByProcess>;
  stop(): Promise<void>;
}

type Name = 'api' | 'worker';

export type ProcessesSettings = Omit<ProcessFacts, 'databaseUrl' | 'operatorDatabaseUrl'> & {
  databases: Databases;
  configuration: LoadedConfiguration;
  /** Record of restarts, or `null` for an additional node, which has none. */
  restarts: RestartRecord | null;
  /** Space of the embedded database, or `null` for a database elsewhere. */
  space: SpaceWatch | null;
};

/** Starts the processes. `log` receives the supervisor's own log lines, and `onLine` receives each output line of a process. */
export function startProcesses(
  { databases, configuration, restarts, space, ...facts }: ProcessesSettings,
  log: OnLine,
  onLine: OnLine,
  names: readonly Name[] = ['api', 'worker'],
): Processes {
  const { home, node } = facts;
  const hangContext = (name: Name) => ({ name, node, reports: home.reports, databaseUrl: databases.owner, log });
  let current = configuration;
  const caCertificates = configuration.values['outgoing.ca_certificates'];
  const started = names.map((name) => {
    const files = openLogFiles(home.logs, name, logLimits(configuration));
    const questions = openConfigurationRequests();
    const child = startChild({
      name,
      script: path.join(projectRoot, 'build', `${name}.mjs`),
      nodeFlags: name === 'api' ? API_NODE_FLAGS : WORKER_NODE_FLAGS,
      commandPrefix: confinementPrefix(name),
      env: environmentOf(name, { ...facts, ...urlsOf(databases, name) }, { parentEnv: process.env, caCertificates }),
      greetings: () => [configurationFor(name), ...(space ? [spaceMessage(space.current())] : [])],
      onMessage(message) {
        if (isConfigurationMessage(message) && message.kind === 'configuration') questions.handleReply(message);
      },
      logFile: files.main,
      onLine(line) {
        files.write(line);
        onLine(line);
      },
      onHang: (hang) => void reportHang(hang, hangContext(name)),
      onReady: () => restarts?.ready(name),
      onCrash(ended) {
        restarts?.exited(name);
        log(logLine(`the ${name} process ended unexpectedly`, ended));
      },
    });
    return { name, child, questions };
  });
  const children = started.map(({ child }) => child);
  space?.onChange((now) => {
    for (const child of children) child.send(spaceMessage(now));
  });

  function configurationFor(name: Name): ConfigurationMessage {
    return { kind: 'configuration', values: writtenPartOf(current, name) };
  }

  async function requestFromEach(messageFor: (name: Name) => ConfigurationMessage): Promise<ConfigurationByProcess> {
    const pendingReplies = started.map(
      async ({ name, child, questions }) => [name, await questions.request(child, messageFor(name))] as const,
    );
    const answers = await Promise.all(pendingReplies);
    return Object.fromEntries(answers.flatMap(([name, values]) => (values === null ? [] : [[name, values]])));
  }

  return {
    ready: Promise.all(children.map((child) => child.ready)).then(() => {}),
    async configure(next) {
      current = next;
      await requestFromEach(configurationFor);
    },
    show: () => requestFromEach(() => ({ kind: 'show configuration' })),
    async stop() {
      // Stop the API first, so that no new requests arrive while the worker finishes its steps.
      for (const child of children) await child.stop();
    },
  };
}

const spaceMessage = (space: HomeSpace): SpaceMessage => ({ kind: 'space', space });

function logLimits({ values }: LoadedConfiguration) {
  return { maxBytes: values['log.file_size'], maxOldFiles: values['log.files'] - 1 };
}

/** Returns the database URLs of a process. Only the API gets the URL for requests of staff. */
const urlsOf = (databases: Databases, name: Name) => ({
  databaseUrl: databases[name],
  operatorDatabaseUrl: name === 'api' ? databases.operator : null,
});
