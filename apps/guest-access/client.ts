/** The API's side: guests, as the workers of their nodes show them. While no worker is there, each look is `unavailable`. */
import { closeSync, constants, mkdirSync, openSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { GuestsOn } from '@innkeeper/domain/console/guests';
import { Failure } from '@innkeeper/model/failures';
import { serverIdOf } from '@innkeeper/model/machine-names';
import { ConsoleStream } from './console-stream.ts';
import { LIMITS, methodOf, PASSWORD_HEADER, pathOf, Refusal, socketNameOf, type What } from './protocol.ts';

export interface RemoteGuests {
  readonly on: GuestsOn;
  close(): void;
}

/** `directory` is opened now and kept open: later this process may have no way to it. */
export function openRemoteGuests(directory: string): RemoteGuests {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const handle = openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY);
  const ask = (node: string, what: What, machineId: string): { sent: ClientRequest; answered: Promise<IncomingMessage> } => {
    const serverId = serverIdOf(machineId);
    if (serverId === undefined) throw new Error(`${machineId} is not a machine of this installation`);
    const sent = request({
      socketPath: `/proc/self/fd/${handle}/${socketNameOf(node)}`,
      path: pathOf({ what, serverId }),
      method: methodOf(what),
      agent: false,
      maxHeaderSize: LIMITS.headerBytes,
    });
    const late = setTimeout(() => sent.destroy(new Error(`no answer within ${LIMITS.answerMs} ms`)), LIMITS.answerMs);
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      sent.once('response', (response) => {
        // A console goes on; the others must be whole by then.
        if (what === 'console') clearTimeout(late);
        resolve(response);
      });
      // Stays: an error that nobody listens to would end our process.
      sent.on('error', reject);
      sent.once('close', () => clearTimeout(late));
    });
    return { sent, answered: answered.then(accepted) };
  };

  type Look = { what: 'serial-log' | 'screenshot'; machineId: string; mostBytes: number };
  const look = async (node: string, { what, machineId, mostBytes }: Look): Promise<Buffer> => {
    const { sent, answered } = ask(node, what, machineId);
    sent.end();
    return answered.then((response) => bodyOf(response, mostBytes)).catch(unavailable);
  };

  const on: GuestsOn = (node) => ({
    consoleLog: (machineId) => look(node, { what: 'serial-log', machineId, mostBytes: LIMITS.logBytes }),
    screenshot: (machineId) => look(node, { what: 'screenshot', machineId, mostBytes: LIMITS.pictureBytes }),
    async openConsole(machineId) {
      const { sent, answered } = ask(node, 'console', machineId);
      sent.flushHeaders();
      const response = await answered.catch((error: unknown) => {
        sent.destroy();
        return unavailable(error);
      });
      const password = String(response.headers[PASSWORD_HEADER] ?? '');
      return { stream: new ConsoleStream(sent, response), password };
    },
  });
  return { on, close: () => closeSync(handle) };
}

/** Throws what the worker refuses with. */
async function accepted(response: IncomingMessage): Promise<IncomingMessage> {
  if (response.statusCode === 200) return response;
  const { code, message } = Refusal.parse(JSON.parse(String(await bodyOf(response, LIMITS.refusalBytes))));
  throw new Failure(code, { message });
}

async function bodyOf(response: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Error(`the answer has more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function unavailable(cause: unknown): never {
  if (cause instanceof Failure) throw cause;
  throw new Failure('unavailable', { message: 'The host of this server does not answer. Try again.', cause });
}
