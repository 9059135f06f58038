/** The task of the parser's thread for one mail. Loads only what a task needs, because the verifier takes 60 ms to load. */
import type { ReadMail } from './read-mime.ts';
import { toTransferable } from './transferable.ts';
import type { CheckedSender, NamesNeeded, SenderFacts } from './verify-sender.ts';

export interface ParserResults {
  read: ReadMail;
  names: NamesNeeded | null;
  check: CheckedSender | null;
}

export type ParserTask = { raw: Uint8Array } & (
  | { kind: 'read' }
  | { kind: 'names'; at: Date }
  | { kind: 'check'; at: Date; facts: SenderFacts }
);

/** Lists the buffers of a result that its thread can give away instead of copying them. */
export function listTransferables(result: ParserResults[ParserTask['kind']]): ArrayBuffer[] {
  if (result === null || !('files' in result)) return [];
  return result.files.flatMap(({ content }) => toTransferable(content));
}

export async function runTask(task: ParserTask): Promise<ParserResults[ParserTask['kind']]> {
  if (task.kind === 'read') return (await import('./read-mime.ts')).readMime(task.raw);
  const { checkSender, listNames } = await import('./verify-sender.ts');
  return task.kind === 'names' ? listNames(task.raw, task.at) : checkSender(task.raw, task.at, task.facts);
}
