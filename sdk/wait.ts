import type { Client, Operation, Server } from './api.gen.ts';
import { pause } from './pause.ts';
import type { CallOptions } from './types.ts';

export interface WaitOptions {
  /** Longest wait in milliseconds, 600,000 by default. */
  timeout?: number;
  /** Interval between two polls in milliseconds, 1,000 by default. */
  interval?: number;
  signal?: AbortSignal;
}

/** Thrown if a server or an operation does not reach the awaited state in time. */
export class WaitTimeout extends Error {
  /** Server or operation as last polled. */
  readonly last: Server | Operation;

  constructor(last: Server | Operation, timeout: number) {
    const what = 'steps' in last ? `Operation ${last.id}` : `Server ${last.id}`;
    super(`${what} did not reach the wanted state within ${timeout / 1000} s. Its state is ${[last.state].flat().join(', ')}.`);
    this.name = 'WaitTimeout';
    this.last = last;
  }
}

/** Thrown if an operation failed. `operation.reason` gives the reason as a sentence. */
export class OperationFailed extends Error {
  readonly operation: Operation;

  constructor(operation: Operation) {
    super(operation.reason ?? `Operation ${operation.id} (${operation.kind}) failed.`);
    this.name = 'OperationFailed';
    this.operation = operation;
  }
}

/**
 * Polls a server until `isReady` returns true. Throws `WaitTimeout` if that takes too long. An error that `isReady` throws ends the wait.
 *
 * Example: `waitForServer(client, 7, (server) => server.locked === null && server.state.includes('running'))`
 */
export function waitForServer(
  client: Pick<Client, 'getServer'>,
  id: number,
  isReady: (server: Server) => boolean,
  options: WaitOptions = {},
): Promise<Server> {
  return pollUntil((call) => client.getServer({ id }, call), isReady, options);
}

/** Polls a server until it is unlocked. Does not report whether the locking operation failed. `waitForOperation` does. */
export function waitUntilUnlocked(client: Pick<Client, 'getServer'>, id: number, options: WaitOptions = {}): Promise<Server> {
  return waitForServer(client, id, ({ locked }) => locked === null, options);
}

/** Polls an operation until it has ended. Throws `OperationFailed` if it failed, and `WaitTimeout` if it takes too long. */
export async function waitForOperation(
  client: Pick<Client, 'getOperation'>,
  id: number,
  options: WaitOptions = {},
): Promise<Operation> {
  const ended = ({ state }: Operation) => state === 'done' || state === 'failed';
  const operation = await pollUntil((call) => client.getOperation({ id }, call), ended, options);
  if (operation.state === 'failed') throw new OperationFailed(operation);
  return operation;
}

async function pollUntil<T extends Server | Operation>(
  poll: (options: CallOptions) => Promise<T>,
  isReady: (seen: T) => boolean,
  { timeout = 600_000, interval = 1_000, signal }: WaitOptions,
): Promise<T> {
  const options = signal ? { signal } : {};
  const end = performance.now() + timeout;
  for (;;) {
    const seen = await poll(options);
    if (isReady(seen)) return seen;
    if (performance.now() + interval > end) throw new WaitTimeout(seen, timeout);
    await pause(interval, signal);
  }
}
