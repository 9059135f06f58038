/** A real request and reply of each operation. */
import recorded from '../examples.gen.json' with { type: 'json' };
import { OPERATION_NAMES, type OperationName } from '../operations.ts';

/** In wire form, but for what a query or a form holds: there it is what its text stands for. */
export interface Example {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Absent where the reply has no body, or a file. Of a stream: the data of an event. */
  reply?: unknown;
}

export type Examples = Record<string, Example>;

/** Operations as a test called them (`npm run examples`), by name. */
export const RECORDED: Examples = recorded;

/** Of every operation that was called. */
export function allExamples(): Map<OperationName, Example> {
  return new Map(OPERATION_NAMES.flatMap((name) => (RECORDED[name] ? [[name, RECORDED[name]] as const] : [])));
}

/** `/servers/12/restart` */
export function filled(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_braces, name: string) => encodeURIComponent(String(params[name])));
}
