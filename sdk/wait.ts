import type { Client, Operation, Server } from './api.gen.ts';
import { pause } from './pause.ts';
import type { CallOptions } from './types.ts';

export interface WaitOptions {
  /** Milliseconds to wait at most. Default: ten minutes. */
  timeout?: number;
  /** Milliseconds between two requests. Default: a second. */
  interval?: number;
  signal?: AbortSignal;
}

/** The awaited state of a server or an operation was not reached in time. */
export class WaitTimeout extends Error {
  /** The last reply. */
  readonly last: Server | Operation;

  constructor(last: Server | Operation, timeout: number) {
    const what = 'steps' in last ? `Operation ${last.id}` : `Server ${last.id}`;
    super(`${what} did not reach the wanted state within ${timeout / 1000} s. Its state is ${[last.state].flat().join(', ')}.`);
    this.name = 'WaitTimeout';
    this.last = last;
  }
}

/** An operation failed. `operation.reason` says why, in a sentence. */
export class OperationFailed extends Error {
  readonly operation: Operation;

  constructor(operation: Operation) {
    super(operation.reason ?? `Operation ${operation.id} (${operation.kind}) failed.`);
    this.name = 'OperationFailed';
    this.operation = operation;
  }
}

/**
 * Polls a server until `isReady` holds of it. `isReady` may throw to stop early, and is a good place to show progress.
 * `waitForServer(client, 7, (server) => server.locked === null && server.state.includes('running'))`
 */
export function waitForServer(
  client: Pick<Client, 'getServer'>,
  id: number,
  isReady: (server: Server) => boolean,
  options: WaitOptions = {},
): Promise<Server> {
  return lookUntil((call) => client.getServer({ id }, call), isReady, options);
}

/** Polls a server until it is unlocked. The operation that locked it may have failed: `waitForOperation` tells. */
export function waitUntilUnlocked(client: Pick<Client, 'getServer'>, id: number, options: WaitOptions = {}): Promise<Server> {
  return waitForServer(client, id, ({ locked }) => locked === null, options);
}

/** Polls an operation until it is done. Throws `OperationFailed` when it ends otherwise. */
export async function waitForOperation(
  client: Pick<Client, 'getOperation'>,
  id: number,
  options: WaitOptions = {},
): Promise<Operation> {
  const ended = ({ state }: Operation) => state === 'done' || state === 'failed';
  const operation = await lookUntil((call) => client.getOperation({ id }, call), ended, options);
  if (operation.state === 'failed') throw new OperationFailed(operation);
  return operation;
}

async function lookUntil<T extends Server | Operation>(
  look: (options: CallOptions) => Promise<T>,
  isReady: (seen: T) => boolean,
  { timeout = 600_000, interval = 1_000, signal }: WaitOptions,
): Promise<T> {
  const options = signal ? { signal } : {};
  const end = performance.now() + timeout;
  for (;;) {
    const seen = await look(options);
    if (isReady(seen)) return seen;
    if (performance.now() + interval > end) throw new WaitTimeout(seen, timeout);
    await pause(interval, signal);
  }
}
