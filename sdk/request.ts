/** Takes a flat input apart into what goes over the wire. */
import type { AnyInput, AnyOperation } from './types.ts';

export interface WireRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | FormData | undefined;
}

/** The request of an operation. A field that belongs nowhere is a mistake of the caller, and throws. */
export function requestOf(baseUrl: string, entry: AnyOperation, input: AnyInput): WireRequest {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const take = (name: string): unknown => {
    const value = rest.get(name);
    rest.delete(name);
    return value;
  };
  const path = entry.path.replace(/\{(\w+)\}/g, (_braces, name: string) => segment(name, take(name)));
  const query = new URLSearchParams();
  for (const name of Object.keys(entry.query?.shape ?? {})) addParameter(query, name, take(name));
  if (entry.bodyKind === 'none' && rest.size > 0) throw new TypeError(`unknown: ${[...rest.keys()].join(', ')}`);
  const url = `${baseUrl}${path}${query.size > 0 ? `?${query}` : ''}`;
  return { method: entry.method, url, ...bodyOf(entry, rest) };
}

function segment(name: string, value: unknown): string {
  if (value === undefined || value === null || value === '') throw new TypeError(`${name} is missing`);
  return encodeURIComponent(String(value));
}

/** A list is one value with commas, but `name[]` is repeated. */
function addParameter(query: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined) return;
  if (Array.isArray(value) && name.endsWith('[]')) for (const item of value) query.append(name, String(item));
  else query.append(name, value === null ? '' : String(value));
}

function bodyOf(entry: AnyOperation, fields: Map<string, unknown>): Pick<WireRequest, 'headers' | 'body'> {
  const headers = { accept: 'application/json' };
  if (entry.bodyKind === 'none' || (entry.bodyOptional && fields.size === 0)) return { headers, body: undefined };
  if (entry.bodyKind === 'multipart') return { headers, body: formOf(entry, fields) };
  return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(Object.fromEntries(fields)) };
}

/** `attachments[]` on the wire is `attachments` for callers. */
function formOf({ files }: AnyOperation, fields: Map<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of fields) {
    if (!Array.isArray(value)) form.append(name, String(value));
    else for (const file of value as Blob[]) form.append(files?.field ?? name, file);
  }
  return form;
}
