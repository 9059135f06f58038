/** Recorded requests and replies of each operation. */
import recorded from '../examples.gen.json' with { type: 'json' };
import { OPERATION_NAMES, type OperationName } from '../operations.ts';

/** An example in wire form. Values of a query or form are parsed from their text. */
export interface Example {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Reply, or `undefined` if the reply has no body or is a file. For a stream: the data of one event. */
  reply?: unknown;
}

export type Examples = Record<string, Example>;

/** Operations as a test called them (`npm run examples`), by name. */
export const RECORDED: Examples = recorded;

/** Returns the examples of all recorded operations. */
export function allExamples(): Map<OperationName, Example> {
  return new Map(OPERATION_NAMES.flatMap((name) => (RECORDED[name] ? [[name, RECORDED[name]] as const] : [])));
}

/** Returns a path with its parameters filled in: `/servers/12/restart`. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_braces, name: string) => encodeURIComponent(String(params[name])));
}
