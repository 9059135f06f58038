/** Reads guests through the workers of their nodes. Each call fails with `unavailable` while the worker is not running. */
import { closeSync, constants, mkdirSync, openSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { GuestsOn } from '@innkeeper/domain/console/guests';
import { Failure } from '@innkeeper/model/failures';
import { serverIdOf } from '@innkeeper/model/servers/machine-names';
import { bodyOf } from './bounded-body.ts';
import { ConsoleStream } from './console-stream.ts';
import { GuestAccessError, type GuestResource, LIMITS, methodOf, PASSWORD_HEADER, pathOf, socketNameOf } from './protocol.ts';

export interface RemoteGuests {
  readonly guestsOn: GuestsOn;
  close(): void;
}

/** Opens `directory` now and keeps it open, because this process may lose access to it later. */
export function openRemoteGuests(directory: string): RemoteGuests {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const handle = openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY);
  const ask = (
    node: string,
    what: GuestResource,
    machineId: string,
  ): { sent: ClientRequest; answered: Promise<IncomingMessage> } => {
    const serverId = serverIdOf(machineId);
    if (serverId === undefined) throw new Error(`${machineId} is not a machine of this installation`);
    const sent = request({
      socketPath: `/proc/self/fd/${handle}/${socketNameOf(node)}`,
      path: pathOf({ what, serverId }),
      method: methodOf(what),
      agent: false,
      maxHeaderSize: LIMITS.headerBytes,
    });
    const answerTimer = setTimeout(() => sent.destroy(new Error(`no answer within ${LIMITS.answerMs} ms`)), LIMITS.answerMs);
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      sent.once('response', (response) => {
        // A console lasts. Other responses must be complete within this time.
        if (what === 'console') clearTimeout(answerTimer);
        resolve(response);
      });
      // Never removed: an `error` event without a listener would end the process.
      sent.on('error', reject);
      sent.once('close', () => {
        clearTimeout(answerTimer);
        // A reply with status 101 closes the request without another event.
        reject(new Error('the connection was closed without an answer'));
      });
    });
    return { sent, answered: answered.then(requireOk) };
  };

  type ContentRequest = { what: 'serial-log' | 'screenshot'; machineId: string; maxBytes: number };
  const fetchContent = async (node: string, { what, machineId, maxBytes }: ContentRequest): Promise<Buffer> => {
    const { sent, answered } = ask(node, what, machineId);
    sent.end();
    return answered.then((response) => bodyOf(response, maxBytes)).catch(throwUnavailable);
  };

  const guestsOfNode: GuestsOn = (node) => ({
    consoleLog: (machineId) => fetchContent(node, { what: 'serial-log', machineId, maxBytes: LIMITS.logBytes }),
    screenshot: (machineId) => fetchContent(node, { what: 'screenshot', machineId, maxBytes: LIMITS.pictureBytes }),
    async openConsole(machineId) {
      const { sent, answered } = ask(node, 'console', machineId);
      sent.flushHeaders();
      const response = await answered.catch((error: unknown) => {
        sent.destroy();
        return throwUnavailable(error);
      });
      const password = String(response.headers[PASSWORD_HEADER] ?? '');
      return { stream: new ConsoleStream(sent, response), password };
    },
  });
  return { guestsOn: guestsOfNode, close: () => closeSync(handle) };
}

/** Returns a response of status 200. Throws the worker's refusal as a `Failure` otherwise. */
async function requireOk(response: IncomingMessage): Promise<IncomingMessage> {
  if (response.statusCode === 200) return response;
  const { code, message } = GuestAccessError.parse(JSON.parse(String(await bodyOf(response, LIMITS.refusalBytes))));
  throw new Failure(code, { message });
}

function throwUnavailable(cause: unknown): never {
  if (cause instanceof Failure) throw cause;
  throw new Failure('unavailable', { message: 'The host of this server does not answer. Try again.', cause });
}
