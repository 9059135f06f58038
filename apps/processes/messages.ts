/** Messages between a supervised process and its supervisor, over Node's IPC channel. */

/** What a process tells: that it serves, why it cannot start, and its answer to a question with what it works on. */
export type ChildMessage = { kind: 'ready' } | { kind: 'fatal'; sentence: string } | { kind: 'answer'; underWay: string[] };

/** What the supervisor asks: whether the event loop of the process still turns. */
export interface Question {
  kind: 'ask';
}

/** A start that can't succeed however often it is tried: a taken port, a certificate that can't be read. */
export class FatalStart extends Error {}

export function isChildMessage(value: unknown): value is ChildMessage {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  if (value.kind === 'answer')
    return 'underWay' in value && Array.isArray(value.underWay) && value.underWay.every((line) => typeof line === 'string');
  return value.kind === 'ready' || value.kind === 'fatal';
}

export function isQuestion(value: unknown): value is Question {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'ask';
}
