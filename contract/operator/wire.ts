/** Reads the input of an operator's operation from an HTTP request. */
import type { Method } from '../define.ts';
import { type Checked, check } from '../validation-messages.ts';
import type { OperatorOperation } from './define.ts';
import { type FieldKind, inputSchemaOf, kindOf, typedValue } from './kinds.ts';

export interface Sent {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string | string[]>>;
  /** Body of a change: an object. */
  body: unknown;
  /** True if the body is a form, whose fields are texts. */
  form?: boolean;
}

export interface ReadRoute {
  readonly entry: Pick<OperatorOperation, 'input'>;
  readonly method: Method;
  /** Input fields in the path. */
  readonly params: readonly string[];
}

export type Read = Checked<unknown> | { ok: false; absent: true };

/**
 * Returns the reader of a route. Fields in the path come from the path only. The rest is read from the query of a GET, or from
 * the body of a change. Errors are listed by field. `absent`: the path names nothing that can exist.
 */
export function inputReader({ entry, method, params: named }: ReadRoute): (sent: Sent) => Read {
  const kinds = new Map<string, FieldKind>(
    Object.entries(inputSchemaOf(entry).properties).map(([name, schema]) => [name, kindOf(schema)]),
  );
  const typed = (fields: Sent['query']) =>
    Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, typedValue(kinds.get(name) ?? 'text', String(text))]));
  // A repeated field stays a list, which no field of a form accepts.
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
      return { ok: false, errors: Object.fromEntries(unknown.map((name) => [name, ['This field is unknown. Remove it.']])) };
    const checked = check('body', entry.input, { ...rest, ...typed(params) });
    if (!checked.ok && named.some((name) => name in checked.errors)) return { ok: false, absent: true };
    return checked;
  };
}

const refused = (field: string, sentence: string): Read => ({ ok: false, errors: { [field]: [sentence] } });
