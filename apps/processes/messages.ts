/** What a child process tells its supervisor. */
export type ChildMessage = { kind: 'ready' } | { kind: 'fatal'; sentence: string };

/** A start that can't succeed however often it is tried: a taken port, a certificate that can't be read. */
export class FatalStart extends Error {}

export function isChildMessage(value: unknown): value is ChildMessage {
  return typeof value === 'object' && value !== null && 'kind' in value && (value.kind === 'ready' || value.kind === 'fatal');
}
