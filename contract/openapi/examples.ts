/** A request and a reply of each operation: real ones where it is finished, else made from the schemas. */
import recorded from '../examples.gen.json' with { type: 'json' };
import { isFinished, OPERATION_NAMES, type OperationName, operationOf } from '../operations.ts';
import { Samples } from './samples.ts';
import { type Json, SchemaBook } from './schemas.ts';

/** In wire form, but for what a query or a form holds: there it is what its text stands for. */
export interface Example {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Absent where the reply has no body, or a file. Of a stream: the data of an event. */
  reply?: unknown;
}

export type Examples = Record<string, Example>;

/** Finished operations as a test called them (`npm run examples`), by name. */
export const RECORDED: Examples = recorded;

const ORIGIN = 'https://api.example.com/v1';

/** Of every operation that has one. */
export function allExamples(): Map<OperationName, Example> {
  const book = new SchemaBook();
  const samples = new Samples(book);
  const finished = OPERATION_NAMES.filter((name) => isFinished(name) && RECORDED[name]);
  for (const name of finished) {
    const { schema } = operationOf(name).reply;
    if (schema) samples.learn(book.output(schema), RECORDED[name]?.reply);
  }
  const made = OPERATION_NAMES.filter((name) => !isFinished(name)).map((name) => [name, madeUp(name, book, samples)] as const);
  return new Map([...finished.map((name) => [name, RECORDED[name] as Example] as const), ...made]);
}

function madeUp(name: OperationName, book: SchemaBook, samples: Samples): Example {
  const { params, bodyKind, body, reply, path } = operationOf(name);
  const example: Example = {};
  if (params) example.params = samples.of(book.output(params), name) as Json;
  if (body && bodyKind === 'json') example.body = samples.body(book.body(operationOf(name)), body, name);
  if (body && bodyKind === 'multipart') example.body = samples.of(book.output(body), name);
  if (reply.schema) example.reply = samples.of(book.output(reply.schema), name);
  if (reply.paginated) Object.assign(example.reply as Json, onePage(`${ORIGIN}${filled(path, example.params)}`));
  return example;
}

/** `/servers/12/restart` */
export function filled(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_braces, name: string) => encodeURIComponent(String(params[name])));
}

/** What surrounds a list of one item. */
function onePage(path: string): Json {
  const first = `${path}?page=1`;
  const links = [
    { url: null, label: '&laquo; Previous', active: false },
    { url: first, label: '1', active: true },
    { url: null, label: 'Next &raquo;', active: false },
  ];
  const counts = { current_page: 1, from: 1, to: 1, last_page: 1, per_page: 20, total: 1 };
  return { links: { first, last: first, prev: null, next: null }, meta: { ...counts, path, links } };
}
