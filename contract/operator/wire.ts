/** A request for an operator's operation as the input that its entry judges. */
import type { Method } from '../define.ts';
import { type Checked, check } from '../validation-messages.ts';
import type { OperatorOperation } from './define.ts';
import { type FieldKind, inputSchemaOf, kindOf, typedValue } from './kinds.ts';

export interface Sent {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string | string[]>>;
  /** Of a change: an object. */
  body: unknown;
  /** The body is a form's: its fields are texts still. */
  form?: boolean;
}

export interface ReadRoute {
  readonly entry: Pick<OperatorOperation, 'input'>;
  readonly method: Method;
  /** Fields of the input that the path names. */
  readonly params: readonly string[];
}

export type Read = Checked<unknown> | { ok: false; absent: true };

/**
 * Makes the reader of a route. What the path names is the path's alone; of a GET the rest is in the query, of a change in the body. Refusals
 * are by field; `absent`: what the path names can be nothing.
 */
export function inputReader({ entry, method, params: named }: ReadRoute): (sent: Sent) => Read {
  const kinds = new Map<string, FieldKind>(
    Object.entries(inputSchemaOf(entry).properties).map(([name, schema]) => [name, kindOf(schema)]),
  );
  const typed = (fields: Sent['query']) =>
    Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, typedValue(kinds.get(name) ?? 'text', String(text))]));
  // A field that is repeated stays a list, which no field of a form takes.
  const typedForm = (fields: Sent['query']) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, text]) => [name, Array.isArray(text) ? text : typed({ [name]: text })[name]]),
    );
  return ({ params, query, body, form }) => {
    const rest = method === 'GET' ? typed(query) : form ? typedForm(body as Sent['query']) : body;
    if (typeof rest !== 'object' || rest === null || Array.isArray(rest)) return refused('body', 'Must be an object.');
    const unknown = [
      ...Object.keys(rest).filter((name) => named.includes(name)),
      ...(method === 'GET' ? [] : Object.keys(query)),
    ];
    if (unknown.length > 0)
      return { ok: false, errors: Object.fromEntries(unknown.map((name) => [name, ['This field is not known.']])) };
    const checked = check('body', entry.input, { ...rest, ...typed(params) });
    if (!checked.ok && named.some((name) => name in checked.errors)) return { ok: false, absent: true };
    return checked;
  };
}

const refused = (field: string, sentence: string): Read => ({ ok: false, errors: { [field]: [sentence] } });
