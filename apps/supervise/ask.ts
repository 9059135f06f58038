/** Sends requests to the running supervisor of a home. */
import { createConnection } from 'node:net';
import { isNodeError } from '@innkeeper/engine/atomic';
import type { Home } from '../installation/home.ts';
import { CommandError } from '../terminal/command-error.ts';
import type { ConfigurationByProcess, ReloadAnswer, SupervisorCommand } from './reload.ts';

/** Timeout of a request. Longer than the 20 s that the supervisor waits for its processes (configuration-requests.ts). */
const TIMEOUT_MS = 30_000;

export async function askSupervisor(home: Home, question: { command: 'reload' }): Promise<ReloadAnswer>;
export async function askSupervisor(home: Home, question: { command: 'show' }): Promise<ConfigurationByProcess>;
export async function askSupervisor(home: Home, question: SupervisorCommand): Promise<unknown> {
  const text = await sendCommand(home.supervisorSocket, `${JSON.stringify(question)}\n`).catch((error: unknown) => {
    if (isNodeError(error, 'ENOENT', 'ECONNREFUSED'))
      throw new CommandError(
        `Innkeeper does not run in ${home.path}. Start it with ./innkeeper up, or on a further node with ./innkeeper worker.`,
      );
    if (isNodeError(error, 'EACCES'))
      throw new CommandError(`Innkeeper in ${home.path} was started by another user. Run the command as that user or as root.`);
    throw error;
  });
  const answer = JSON.parse(text) as { error?: string };
  if (answer.error !== undefined) throw new CommandError(answer.error);
  return answer;
}

function sendCommand(path: string, line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path);
    let text = '';
    socket.setEncoding('utf8');
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new CommandError('The supervisor does not answer.')));
    socket.on('connect', () => socket.write(line));
    socket.on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}
