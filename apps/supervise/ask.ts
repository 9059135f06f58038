/** Asks the supervisor of a home that runs. */
import { createConnection } from 'node:net';
import { isNodeError } from '@innkeeper/engine/atomic';
import type { Home } from '../installation/home.ts';
import { Refusal } from '../terminal/refusal.ts';
import type { Question, ReloadAnswer, ShownProcesses } from './reload.ts';

/** A process that does not answer within this is not asked again. */
const PATIENCE_MS = 30_000;

export async function askSupervisor(home: Home, question: { command: 'reload' }): Promise<ReloadAnswer>;
export async function askSupervisor(home: Home, question: { command: 'show' }): Promise<ShownProcesses>;
export async function askSupervisor(home: Home, question: Question): Promise<unknown> {
  const text = await askOnce(home.supervisorSocket, `${JSON.stringify(question)}\n`).catch((error: unknown) => {
    if (isNodeError(error, 'ENOENT', 'ECONNREFUSED'))
      throw new Refusal(
        `Innkeeper does not run in ${home.path}. Start it with ./innkeeper up, or on a further node with ./innkeeper worker.`,
      );
    if (isNodeError(error, 'EACCES'))
      throw new Refusal(`Innkeeper in ${home.path} was started by another user. Run the command as that user or as root.`);
    throw error;
  });
  const answer = JSON.parse(text) as { error?: string };
  if (answer.error !== undefined) throw new Refusal(answer.error);
  return answer;
}

function askOnce(path: string, line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path);
    let text = '';
    socket.setEncoding('utf8');
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Refusal('The supervisor does not answer.')));
    socket.on('connect', () => socket.write(line));
    socket.on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}
