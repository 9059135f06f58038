/**
 * The configuration of a process of ours. The supervisor hands a process its part over IPC: the API cannot read the file once it has
 * changed its user, and all processes run on what was read at one time. A process that was started by other means reads for itself.
 */
import type { ConfigurationOf } from '@innkeeper/model/configuration/keys';
import type { Home } from '../installation/home.ts';
import { loadConfiguration } from './load.ts';
import { isConfigurationMessage } from './messages.ts';
import { shownPart, valuesOfPart, type WrittenPart, writtenPartOf } from './parts.ts';

export interface OwnConfiguration<R extends 'api' | 'worker'> {
  /** The values that are in force now; the object is never changed, only replaced. */
  current(): ConfigurationOf<R>;
  /** Calls `listener` with the new values after each reload. */
  onReload(listener: (values: ConfigurationOf<R>) => void): void;
}

/** Receives the part of this process, or reads it, and answers the supervisor's questions from then on. */
export async function openOwnConfiguration<R extends 'api' | 'worker'>(
  reader: R,
  { home, env }: { home: Home; env: NodeJS.ProcessEnv },
): Promise<OwnConfiguration<R>> {
  const part = SUPERVISOR ?? partReadHere(writtenPartOf(await loadConfiguration(home, env), reader));
  let values = valuesOfPart<R>(await part.first);
  const listeners: ((values: ConfigurationOf<R>) => void)[] = [];
  part.onNext((written) => {
    values = valuesOfPart<R>(written);
    for (const listener of listeners) listener(values);
  });
  return { current: () => values, onReload: (listener) => void listeners.push(listener) };
}

interface ComingParts {
  readonly first: WrittenPart | Promise<WrittenPart>;
  onNext(listener: (written: WrittenPart) => void): void;
}

function isSupervised(env: NodeJS.ProcessEnv): boolean {
  return env.INNKEEPER_SUPERVISED === 'true' && process.send !== undefined;
}

/** Listens from the first moment on: once anybody listens to the supervisor, a greeting that nobody takes is lost. */
const SUPERVISOR = isSupervised(process.env) ? followSupervisor() : undefined;

function partReadHere(first: WrittenPart): ComingParts {
  return { first, onNext: () => {} };
}

/** The first part is the greeting, which needs no answer. */
function followSupervisor(): ComingParts {
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
        process.send?.({ kind: 'configuration', values: shownPart(latest ?? {}), question: message.question });
    });
  });
  return {
    first,
    onNext(next) {
      listener = next;
    },
  };
}
