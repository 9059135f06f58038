/** The part of the engine that shows guests: consoles, screenshots, logs, with errors mapped to sentences for customers. */
import { basename, dirname } from 'node:path';
import type { Guests } from '@innkeeper/domain/console/guests';
import { EngineError } from '@innkeeper/engine/compute/port';
import { connectIn } from '@innkeeper/engine/compute/socket';
import type { Engine } from '@innkeeper/engine/open';
import { Failure } from '@innkeeper/model/failures';

const CONNECT_MS = 5_000;

export function guestsOf({ compute }: Pick<Engine, 'compute'>): Guests {
  return {
    consoleLog: (machineId) => answerOf(compute.consoleLog(machineId)),
    screenshot: (machineId) => answerOf(compute.screenshot(machineId)),
    async openConsole(machineId) {
      const { socketPath, password } = await answerOf(compute.openConsole(machineId));
      const stream = await answerOf(connectIn(dirname(socketPath), basename(socketPath), CONNECT_MS));
      return { stream, password };
    },
  };
}

async function answerOf<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw error instanceof EngineError ? failureOf(error) : error;
  }
}

/** A row may say for a moment that a machine runs which has just ended. */
function failureOf(cause: EngineError): Failure {
  if (cause.kind === 'guest' || cause.kind === 'absent') {
    return new Failure('wrong_state', {
      message: 'This server is not running, so it has no screen. Start the server first.',
      cause,
    });
  }
  if (cause.kind === 'unsupported') return new Failure('not_supported', { cause });
  return new Failure('unavailable', { message: 'The host of this server does not answer. Try again.', cause });
}
