/** Messages between a supervised process and its supervisor, over Node's IPC channel. */

/** Message of a process to its supervisor: that it is ready, why it cannot start, or its work in progress. */
export type ChildMessage = { kind: 'ready' } | { kind: 'fatal'; sentence: string } | { kind: 'answer'; underWay: string[] };

/** Check by the supervisor. A process answers with its work in progress, unless its event loop is blocked. */
export interface LivenessCheck {
  kind: 'ask';
}

/** Error of a start that would fail again on each retry, for example because of a taken port or an unreadable certificate. */
export class FatalStart extends Error {}

export function isChildMessage(value: unknown): value is ChildMessage {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  if (value.kind === 'answer')
    return 'underWay' in value && Array.isArray(value.underWay) && value.underWay.every((line) => typeof line === 'string');
  return value.kind === 'ready' || value.kind === 'fatal';
}

export function isLivenessCheck(value: unknown): value is LivenessCheck {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'ask';
}
