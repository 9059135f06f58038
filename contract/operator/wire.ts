/** Reads the input of an operator's operation from an HTTP request. */
import type { Method } from '../define.ts';
import { type Checked, check } from '../validation-messages.ts';
import type { OperatorOperation } from './define.ts';
import { type FieldKind, inputSchemaOf, kindOf, typedValue } from './kinds.ts';

export interface RawInput {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string | string[]>>;
  /** Parsed body, which must be an object. Ignored for a GET. */
  body: unknown;
  /** True if the body is a form, whose fields are texts that must be converted. */
  form?: boolean;
}

export interface ReadRoute {
  readonly entry: Pick<OperatorOperation, 'input'>;
  readonly method: Method;
  /** Names of the input fields that are in the path. */
  readonly params: readonly string[];
}

export type ReadResult = Checked<unknown> | { ok: false; absent: true };

/**
 * Returns the function that reads and validates the input of a route. Path parameters are read from the path only. Other fields are read
 * from the query of a GET, or from the body of any other method. The function returns errors by field. It returns `absent` if a path
 * parameter is invalid, because no resource can exist there.
 */
export function inputReader({ entry, method, params: named }: ReadRoute): (sent: RawInput) => ReadResult {
  const kinds = new Map<string, FieldKind>(
    Object.entries(inputSchemaOf(entry).properties).map(([name, schema]) => [name, kindOf(schema)]),
  );
  const typed = (fields: RawInput['query']) =>
    Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, typedValue(kinds.get(name) ?? 'text', String(text))]));
  // A repeated field stays a list. The validation then refuses the list, because no field of a form accepts one.
  const typedForm = (fields: RawInput['query']) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, text]) => [name, Array.isArray(text) ? text : typed({ [name]: text })[name]]),
    );
  return ({ params, query, body, form }) => {
    const rest = method === 'GET' ? typed(query) : form ? typedForm(body as RawInput['query']) : body;
    if (typeof rest !== 'object' || rest === null || Array.isArray(rest)) return invalidField('body', 'Must be an object.');
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

const invalidField = (field: string, sentence: string): ReadResult => ({ ok: false, errors: { [field]: [sentence] } });
