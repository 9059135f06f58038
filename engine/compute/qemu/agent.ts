/**
 * The client of the guest agent: JSON on a virtio port, answered by a program inside the guest. The customer may forge replies. They are
 * limited in size and time, and every value is type-checked.
 */
import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import { EngineError } from '../../error.ts';
import { connectIn, lineCutter } from '../socket.ts';
import { isRecord } from './qmp.ts';
import { socketsIn } from './sockets.ts';

/** The largest expected answer is a list of network interfaces. */
const MAX_BYTES = 256 << 10;

export interface AgentOptions {
  /** Timeout of the whole session in milliseconds. */
  timeoutMs: number;
}

/** Sends a command and resolves with its `return`. Throws a non-retryable `EngineError('guest')` if the agent refuses. */
export type Ask = (execute: string, args?: Record<string, unknown>) => Promise<unknown>;

/** Opens a session. Only one may be open per guest. Without an answer it throws `EngineError('timeout')` or another retryable error. */
export async function withAgent<T>(directory: string, options: AgentOptions, talk: (ask: Ask) => Promise<T>): Promise<T> {
  const socket = await connectIn(await socketsIn(directory), 'agent.sock', options.timeoutMs);
  try {
    return await withAgentOver(socket, options, talk);
  } finally {
    socket.destroy();
  }
}

/** Opens a session on an open connection, which stays open. Throws like `withAgent`. */
export async function withAgentOver<T>(socket: Socket, options: AgentOptions, talk: (ask: Ask) => Promise<T>): Promise<T> {
  const cut = lineCutter(MAX_BYTES);
  let received = 0;
  let onLine: (line: string) => void = () => {};
  let fail: (error: EngineError) => void = () => {};
  const broken = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  broken.catch(() => undefined);
  const timer = setTimeout(() => fail(new EngineError('timeout', 'the guest agent does not answer')), options.timeoutMs);
  const onError = (error: Error) => fail(new EngineError('guest', error.message));
  const onClose = () => fail(new EngineError('guest', 'the guest agent closed the connection'));
  const onData = (chunk: Buffer) => {
    received += chunk.length;
    const lines = cut(chunk);
    if (lines === null || received > MAX_BYTES) fail(new EngineError('guest', 'the guest agent sent too much data'));
    else for (const line of lines) onLine(line);
  };
  socket.on('error', onError).on('close', onClose).on('data', onData);

  const request = (execute: string, args: Record<string, unknown>, accept: (answer: Record<string, unknown>) => boolean) => {
    const answered = new Promise<Record<string, unknown>>((resolve) => {
      onLine = (line) => {
        const answer = parseAnswer(line);
        if (answer !== null && accept(answer)) resolve(answer);
      };
    });
    socket.write(`${JSON.stringify({ execute, arguments: args })}\n`);
    return Promise.race([answered, broken]);
  };

  try {
    // Leftovers of an earlier, interrupted session arrive before the reply with this id.
    const id = randomInt(1, 2 ** 31);
    await request('guest-sync', { id }, (answer) => answer.return === id);
    return await talk(async (execute, args = {}) => {
      const answer = await request(execute, args, () => true);
      if (isRecord(answer.error)) {
        throw new EngineError('guest', `the guest agent refused ${execute}`, { retryable: false });
      }
      return answer.return;
    });
  } finally {
    clearTimeout(timer);
    socket.off('error', onError).off('close', onClose).off('data', onData);
  }
}

function parseAnswer(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) && ('return' in value || 'error' in value) ? value : null;
  } catch {
    return null;
  }
}
