/** An audience as the generators of clients read it, customers or staff: its document, and its operations in one form. */
import type { Schema } from './types.ts';

/** The used parts of an OpenAPI document. */
export interface Document {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

export interface Described {
  summary: string;
  description: string;
  parameters: { $ref?: string; name: string; in: string; description?: string; required?: boolean; schema: Schema }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

export interface ClientOperation {
  name: string;
  method: string;
  path: string;
  /** Status of a success. */
  status: number;
  /** Names of the query parameters, or `undefined` if the operation has no query. */
  query: readonly string[] | undefined;
  body: 'json' | 'multipart' | undefined;
  /** Form field that holds the files. */
  files: string | undefined;
  /** Kind of the reply: JSON or no body, a page of a list, server-sent events, or a file. */
  answer: 'json' | 'page' | 'events' | 'file';
  /** True if a retry after a lost reply could repeat the effect. */
  isSentOnce: boolean;
  /** Fields of the body that a quote may omit, or `undefined` if the operation answers no quote. */
  sparedByQuote: readonly string[] | undefined;
}

export interface Audience {
  /** Name of the interface with all methods. */
  client: string;
  /** Name of the API in comments. */
  api: string;
  document: Document;
  operations: readonly ClientOperation[];
  /** Returns the comment of a method. */
  describe(described: Described): string;
}

/** Returns the description of an operation. Throws if the document has none. */
export function describedIn({ paths }: Document, { name, path, method }: ClientOperation): Described {
  const described = paths[path]?.[method.toLowerCase()];
  if (!described) throw new Error(`the document has no ${name}`);
  return described;
}
