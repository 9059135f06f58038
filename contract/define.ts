/**
 * The types of the contract's entries. An entry declares everything that the API promises about one operation.
 *
 * Routes, OpenAPI, SDK types, commands and the generated tests are derived only from the entries.
 */
import type { FailureCode } from '@innkeeper/model/failures';
import type { MemberAbility, TokenAbility } from '@innkeeper/model/people/roles';
import type { PathGuards, PathResource } from '@innkeeper/model/requests/path-resources';
import type { BodyReference } from '@innkeeper/model/requests/references';
import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Origin of an operation: the source document, the known behaviour of existing clients, or our own design. */
export type Origin = 'source' | 'known' | 'ours';

/** Ability that a token needs. */
export type Ability = TokenAbility;

export type BodyKind = 'none' | 'json' | 'multipart';

/** Entry of an operation. The fields of `PathGuards` declare how the resources in its path are checked. */
export interface Operation extends PathGuards {
  method: Method;
  /** Path in OpenAPI form without the `/v1` prefix: `/servers/{server}/restart`. */
  path: string;
  /** Group in the table of the source document: `Servers`, `SSH Keys` ... */
  group: string;
  /** Part of the group in the source document: `Scale`, `Addons`, `Tickets` ... */
  section?: string;
  /** Title in the source document: `Restart a server`. */
  title: string;
  /** One or more sentences for the documentation. */
  summary: string;
  origin: Origin;
  ability: Ability;
  /**
   * Abilities that a member's role must have, all of them. Default: `ability`, or `write` if `ability` is `account`. `rolesOf` (roles.ts)
   * returns the roles that have these abilities.
   */
  needs?: readonly MemberAbility[];
  /** Set if the operation needs no token. */
  anonymous?: true;
  /** Set if only requests from this machine are accepted. Other requests get 404. */
  local?: true;
  /** Set if the user of a session must have confirmed their identity within the last 15 minutes. */
  requiresReauthentication?: true;
  /** Set if a change is also allowed in an account that is being closed. */
  whileClosing?: true;
  /** Set if a change is also allowed in a suspended account. */
  whileSuspended?: true;
  /** Set if the operation shows public data, which server-scoped tokens may also read. */
  catalogue?: true;
  /**
   * Set if replies may be cached: the read depends only on the database, the caller and the URL, not on a clock or an engine. A read of the
   * `account` shows its rows and the catalogue. A read of the `catalogue` shows only that, so changes of an account leave it cached.
   */
  cached?: 'account' | 'catalogue';
  /** Set if the change may affect tokens, sessions, roles or the VAT rate, so that the caller's next request must read them again. */
  changesAccess?: true;
  /** Additional rate limit of a sensitive operation, in requests per minute and account. */
  perMinute?: number;
  /** Bucket of `perMinute`, by default one per operation. Operations with the same bucket share one limit. */
  bucket?: string;
  params?: z.ZodObject;
  /** Request headers that this operation reads, by name in lower case. Other headers are ignored. */
  headers?: z.ZodObject;
  /** All query parameters in wire form, with keys such as `filter[date]`. Unknown parameters are refused with 422. */
  query?: z.ZodObject;
  bodyKind: BodyKind;
  /** Schema of a JSON body, a strict object that refuses unknown fields. For a multipart body, schema of its text fields only. */
  body?: z.ZodType;
  /** Schema of the body of a quote, which may omit fields that do not affect the price. Defaults to `body`. */
  quoteBody?: z.ZodType;
  /** Body fields that reference something by id or key. A 422 reply names all references that do not exist. */
  references?: Readonly<Record<string, BodyReference>>;
  /** True if the body may be omitted. */
  bodyOptional?: boolean;
  /** Alternative sources of the body fields of a DELETE, because some proxies drop the body of a DELETE. */
  alternativeSources?: Readonly<Record<string, { query: string } | { header: string }>>;
  /** True if the operation costs money. The operation then creates an order and replies with `X-Order-Id`. */
  createsOrder?: boolean;
  /**
   * Set if the operation accepts `?dry_run=true`, which checks everything, changes nothing and returns a `Quote`. A read token is
   * sufficient for a dry run. Set this field by spreading `quotable` (query.ts).
   */
  supportsDryRun?: true;
  /**
   * Maximum size of the body in bytes, by default `MAX_BODY_BYTES` (body-limits.ts). A larger `Content-Length` is refused before the body
   * is read.
   */
  maxBodyBytes?: number;
  /** Files of a multipart body: at most `max` files of at most `maxBytes` bytes each. */
  files?: { field: string; max: number; maxBytes: number };
  reply: Reply;
  /** Failures in addition to those of every operation (see `commonFailures`). */
  failures: readonly FailureCode[];
}

/** Reply of a successful request. Without `schema` the reply has no body (204), or a body of `contentType`. */
export interface Reply {
  status: 200 | 201 | 204;
  schema?: z.ZodType;
  /** Content type of a reply that is not JSON: a file, `text/plain` or `text/event-stream`. */
  contentType?: string;
  /** Data of each event of a `text/event-stream`. */
  events?: z.ZodType;
  paginated?: boolean;
  /** Set to send the reply with gzip to clients that accept it. Useful for long, repetitive JSON. */
  compressed?: true;
  /** True if the reply contains a secret. The reply is then never stored, so a repeat with the same Idempotency-Key is a new request. */
  secret?: boolean;
}

/** Fields that are mandatory if the path has parameters: `resources`, and `locks` if the operation changes something. */
type RequiredFields<T extends Operation> = T['path'] extends `${string}{${string}`
  ? { resources: readonly PathResource[] } & (IsMutation<T> extends true ? { locks: string | null } : unknown)
  : unknown;

/** True for an operation that changes something. A POST that only calculates changes nothing. */
export type IsMutation<T extends Pick<Operation, 'method' | 'ability'>> = T['method'] extends 'GET'
  ? false
  : T['ability'] extends 'read'
    ? false
    : true;

/** Returns whether an operation changes something, like the type `IsMutation`. */
export function isMutation({ method, ability }: Pick<Operation, 'method' | 'ability'>): boolean {
  return method !== 'GET' && ability !== 'read';
}

/** Returns the entry unchanged. The compiler checks the fields of `Operation` and `RequiredFields`, and keeps the literal types. */
export function operation<const T extends Operation>(entry: T & RequiredFields<T>): T {
  return entry;
}

type Part<T, K extends string, Fallback> =
  T extends Record<K, infer Z> ? (Z extends z.ZodType ? z.output<Z> : Fallback) : Fallback;

/** Input of a function, validated and with defaults. */
export interface InputOf<O extends Operation> {
  params: Part<O, 'params', Record<never, never>>;
  query: Part<O, 'query', Record<never, never>>;
  headers: Part<O, 'headers', Record<never, never>>;
  body: Part<O, 'body', undefined>;
}

/** Input of a quote's handler: the input of the operation with `quoteBody` as its body. */
export type QuoteInputOf<O extends Operation> = Omit<InputOf<O>, 'body'> & {
  body: Part<O, 'quoteBody', InputOf<O>['body']>;
};

/** Reply of an operation, in wire form. */
export type ReplyOf<O extends Operation> = O['reply'] extends { schema: infer Z }
  ? Z extends z.ZodType
    ? z.input<Z>
    : never
  : undefined;
