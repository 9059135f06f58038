/**
 * Generates the words of workflows that customers read: kinds of operations and reasons of locks, as `domain/workflows/kinds.ts` uses them.
 * Rooms that may not import `domain` import the lists. Words are only added, because clients may compare with each of them.
 */
import { readFile } from 'node:fs/promises';

export const WORKFLOW_WORDS = 'model/states/workflow-words.gen.ts';

const KINDS = 'domain/workflows/kinds.ts';
/** Kind of a workflow that this version lacks: during an update the worker may be newer than the API. */
const OTHER = 'other';

export async function workflowWords(): Promise<string> {
  return workflowWordsOf(await readFile(WORKFLOW_WORDS, 'utf8').catch(() => ''), await readFile(KINDS, 'utf8'));
}

/** Returns the text of the lists. `recorded` is the present text, whose words keep their order. */
export function workflowWordsOf(recorded: string, kinds: string): string {
  const labels = [...kinds.matchAll(/^.*\blabel: '([^']+)'/gm)].map(([, label = '']) => label);
  const reasons = [...kinds.matchAll(/\blocks: \[([^\]]+)\]/g)].flatMap(([, list = '']) => wordsIn(list));
  const operationKinds = union(listIn(recorded, 'OPERATION_KINDS'), labels).filter((word) => word !== OTHER);
  return `/** Made by \`npm run gen\`: the words of workflows that customers read. */

/** Kinds of operations. \`${OTHER}\` is a workflow that this version lacks, because the worker may be newer during an update. */
export const OPERATION_KINDS = [
${linesOf([...operationKinds, OTHER])}] as const;

export type OperationKind = (typeof OPERATION_KINDS)[number];

/** Reasons of locks. The row of a lock holds the same word. */
export const LOCK_REASONS = [
${linesOf(union(listIn(recorded, 'LOCK_REASONS'), reasons))}] as const;

export type LockReason = (typeof LOCK_REASONS)[number];
`;
}

const union = (before: readonly string[], now: readonly string[]): string[] => [...new Set([...before, ...now])];
const linesOf = (words: readonly string[]): string => words.map((word) => `  '${word}',\n`).join('');
const wordsIn = (text: string): string[] => [...text.matchAll(/'([^']+)'/g)].map(([, word = '']) => word);
const listIn = (text: string, name: string): string[] => wordsIn(new RegExp(`${name} = \\[([^\\]]*)\\]`).exec(text)?.[1] ?? '');
