/** Messages between a supervised process and its supervisor, over Node's IPC channel. */

/** Message of a process: it is ready, it cannot start, or its answer with the work that is under way. */
export type ChildMessage = { kind: 'ready' } | { kind: 'fatal'; sentence: string } | { kind: 'answer'; underWay: string[] };

/** Question of the supervisor. A process answers it as long as its event loop runs. */
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
