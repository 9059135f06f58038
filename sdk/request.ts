/** Builds an HTTP request from the flat input of a call. */
import type { AnyInput } from './types.ts';

/** HTTP encoding of an operation. */
export interface WireOperation {
  method: string;
  /** Path with its parameters in braces: `/servers/{id}`. */
  path: string;
  /** Names of the query parameters. */
  query?: readonly string[];
  body?: 'json' | 'multipart';
  /** Form field that holds the files. */
  files?: string;
  paginated?: boolean;
  /** True if the operation answers with server-sent events. */
  stream?: boolean;
  /** True if the operation accepts an Idempotency-Key. */
  idempotent?: boolean;
  /** True if the reply contains a secret. The API does not store such a reply, so a retry after a lost reply creates another secret. */
  isSentOnce?: boolean;
}

export interface WireRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | FormData | undefined;
  idempotent: boolean;
  isSentOnce: boolean;
}

/**
 * Builds the request of an operation. Throws a `TypeError` if a path parameter is missing, or if an operation without a body gets an
 * unknown field.
 */
export function requestOf(baseUrl: string, entry: WireOperation, input: AnyInput): WireRequest {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const take = (name: string): unknown => {
    const value = rest.get(name);
    rest.delete(name);
    return value;
  };
  const path = entry.path.replace(/\{(\w+)\}/g, (_braces, name: string) => segment(name, take(name)));
  const query = new URLSearchParams();
  for (const name of entry.query ?? []) addParameter(query, name, take(name));
  if (!entry.body && rest.size > 0) throw new TypeError(`unknown: ${[...rest.keys()].join(', ')}`);
  const url = `${baseUrl}${path}${query.size > 0 ? `?${query}` : ''}`;
  return {
    method: entry.method,
    url,
    idempotent: entry.idempotent === true,
    isSentOnce: entry.isSentOnce === true,
    ...bodyOf(entry, rest),
  };
}

function segment(name: string, value: unknown): string {
  if (value === undefined || value === null || value === '') throw new TypeError(`${name} is missing`);
  return encodeURIComponent(String(value));
}

/** Adds a query parameter. A list becomes one comma-separated value. Only a name that ends in `[]` is repeated for each item. */
function addParameter(query: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined) return;
  if (Array.isArray(value) && name.endsWith('[]')) for (const item of value) query.append(name, String(item));
  else query.append(name, value === null ? '' : String(value));
}

function bodyOf(entry: WireOperation, fields: Map<string, unknown>): Pick<WireRequest, 'headers' | 'body'> {
  const headers = { accept: 'application/json' };
  if (!entry.body || fields.size === 0) return { headers, body: undefined };
  if (entry.body === 'multipart') return { headers, body: formOf(entry, fields) };
  return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(Object.fromEntries(fields)) };
}

/** Builds the form of a multipart request. Callers write `attachments` for `attachments[]`. */
function formOf({ files }: WireOperation, fields: Map<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of fields) {
    if (!Array.isArray(value)) form.append(name, String(value));
    else for (const file of value as Blob[]) form.append(files ?? name, file);
  }
  return form;
}
