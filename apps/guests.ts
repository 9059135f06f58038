/** Provides the consoles, screenshots and logs of guests from the engine. Maps errors of the engine to failures for customers. */
import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Guests } from '@innkeeper/domain/console/guests';
import { connectIn } from '@innkeeper/engine/compute/socket';
import { EngineError } from '@innkeeper/engine/error';
import type { Engine } from '@innkeeper/engine/open';
import { Failure } from '@innkeeper/model/failures';

const CONNECT_MS = 5_000;
/** A machine is removed some milliseconds after its process, and thus its console, has ended. */
const LOOKS = 3;
const LOOK_INTERVAL_MS = 100;

export function guestsOf({ compute }: Pick<Engine, 'compute'>): Guests {
  return {
    consoleLog: (machineId) => mapEngineErrors(compute.consoleLog(machineId)),
    screenshot: (machineId) => mapEngineErrors(compute.screenshot(machineId)),
    async openConsole(machineId) {
      const { socketPath, password } = await mapEngineErrors(compute.openConsole(machineId));
      const stream = await mapEngineErrors(connectIn(dirname(socketPath), basename(socketPath), CONNECT_MS));
      return { stream, password };
    },
    async hasLeft(machineId) {
      for (let look = 0; look < LOOKS; look += 1) {
        if (look > 0) await sleep(LOOK_INTERVAL_MS);
        if ((await compute.inspect(machineId)).power === 'absent') return true;
      }
      return false;
    },
  };
}

async function mapEngineErrors<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    throw error instanceof EngineError ? toFailure(error) : error;
  }
}

/** Maps an error of the engine to a failure. For a short time after a machine has ended, its row still lists the machine as running. */
function toFailure(cause: EngineError): Failure {
  if (cause.kind === 'guest' || cause.kind === 'absent') {
    return new Failure('wrong_state', {
      message: 'This server is not running, so it has no screen. Start the server first.',
      cause,
    });
  }
  if (cause.kind === 'unsupported') return new Failure('not_supported', { cause });
  return new Failure('unavailable', { message: 'The host of this server does not answer. Try again.', cause });
}
