/**
 * The configuration of one of Innkeeper's processes.
 *
 * The supervisor sends each process its part over IPC. The API cannot read the file after it has changed its user, and all processes must
 * use the values of one read. A process that was not started by the supervisor reads the file itself.
 */
import type { ConfigurationOf } from '@innkeeper/model/configuration/keys';
import type { Home } from '../installation/home.ts';
import { loadConfiguration } from './load.ts';
import { isConfigurationMessage } from './messages.ts';
import { maskSecrets, valuesOfPart, type WrittenPart, writtenPartOf } from './parts.ts';

export interface ProcessConfiguration<R extends 'api' | 'worker'> {
  /** Returns the values that are in force. The object is never changed, only replaced. */
  current(): ConfigurationOf<R>;
  /** Calls `listener` with the new values after each reload. */
  onReload(listener: (values: ConfigurationOf<R>) => void): void;
}

/** Receives the part of this process, or reads it, and then answers the supervisor's questions. */
export async function openProcessConfiguration<R extends 'api' | 'worker'>(
  reader: R,
  { home, env }: { home: Home; env: NodeJS.ProcessEnv },
): Promise<ProcessConfiguration<R>> {
  const part = SUPERVISED_PART ?? constantPart(writtenPartOf(await loadConfiguration(home, env), reader));
  let values = valuesOfPart<R>(await part.first);
  const listeners: ((values: ConfigurationOf<R>) => void)[] = [];
  part.onNext((written) => {
    values = valuesOfPart<R>(written);
    for (const listener of listeners) listener(values);
  });
  return { current: () => values, onReload: (listener) => void listeners.push(listener) };
}

interface PartSource {
  readonly first: WrittenPart | Promise<WrittenPart>;
  onNext(listener: (written: WrittenPart) => void): void;
}

function isSupervised(env: NodeJS.ProcessEnv): boolean {
  return env.INNKEEPER_SUPERVISED === 'true' && process.send !== undefined;
}

/** Listens from the start. The greeting is lost if it arrives while another listener of the channel exists and this one does not. */
const SUPERVISED_PART = isSupervised(process.env) ? followSupervisor() : undefined;

function constantPart(first: WrittenPart): PartSource {
  return { first, onNext: () => {} };
}

/** Receives the parts from the supervisor. The first part is the greeting, which needs no answer. */
function followSupervisor(): PartSource {
  let latest: WrittenPart | undefined;
  let listener = (_written: WrittenPart): void => {};
  const first = new Promise<WrittenPart>((resolve) => {
    process.on('message', (message) => {
      if (!isConfigurationMessage(message)) return;
      if (message.kind === 'configuration') {
        if (latest === undefined) resolve(message.values);
        else listener(message.values);
        latest = message.values;
      }
      if (message.question !== undefined)
        process.send?.({ kind: 'configuration', values: maskSecrets(latest ?? {}), question: message.question });
    });
  });
  return {
    first,
    onNext(next) {
      listener = next;
    },
  };
}
