/**
 * One entry per operation of the API: all that is promised of it. Routes, OpenAPI, SDK types, commands and the generated tests
 * are derived from these entries and from nothing else.
 */
import type { FailureCode } from '@innkeeper/model/failures';
import type { PathGuards, PathResource } from '@innkeeper/model/path-resources';
import type { BodyReference } from '@innkeeper/model/references';
import type { MemberAbility, TokenAbility } from '@innkeeper/model/roles';
import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Where the promise comes from: the source document, known from clients in the wild, or ours. */
export type Origin = 'source' | 'known' | 'ours';

/** What a token must be allowed to do. */
export type Ability = TokenAbility;

export type BodyKind = 'none' | 'json' | 'multipart';

/** One entry. What is checked of the resources that its path names is declared by the fields of `PathGuards`. */
export interface Operation extends PathGuards {
  method: Method;
  /** OpenAPI form, without the `/v1` prefix: `/servers/{server}/restart`. */
  path: string;
  /** The group of the source document's table: `Servers`, `SSH Keys` ... */
  group: string;
  /** The part of the group that the source document names in between: `Scale`, `Addons`, `Tickets` ... */
  section?: string;
  /** The operation's words in the source document: `Restart a server`. */
  title: string;
  /** One or two sentences for the docs. */
  summary: string;
  origin: Origin;
  ability: Ability;
  /** What the role of the member must allow, all of it; default: the ability, and `write` for `account`. Which roles these are, `rolesOf` says (roles.ts). */
  needs?: readonly MemberAbility[];
  /** Anybody may ask, without a token. */
  anonymous?: true;
  /** For a request of this machine alone: others get 404. */
  local?: true;
  /** In a session: the user must have proven who it is within the last 15 minutes. */
  recent?: true;
  /** Of one that changes something: also in an account that is about to be closed. */
  whileClosing?: true;
  /** It shows what everybody may know: a token that is for certain servers may ask too. */
  catalogue?: true;
  /** Sensitive operations: a second bucket of this many requests a minute, per account. */
  perMinute?: number;
  /** Operations that name the same bucket share it; each has its own otherwise. */
  bucket?: string;
  params?: z.ZodObject;
  /** Request headers that mean something to this operation alone, by their names in small letters. Others pass unseen. */
  headers?: z.ZodObject;
  /** Every query parameter, in wire form: keys such as `filter[date]`. Unknown ones are refused with 422. */
  query?: z.ZodObject;
  bodyKind: BodyKind;
  /** JSON: strict object (unknown fields are refused). Multipart: the text fields; files are declared in `files`. */
  body?: z.ZodType;
  /** Body of a quote, in place of `body`. It may leave out what the price does not depend on. Default: `body`. */
  quoteBody?: z.ZodType;
  /** Fields of the body that name something by id or key. A 422 of the operation names all of them that do not exist. */
  references?: Readonly<Record<string, BodyReference>>;
  /** A body may be left out altogether. */
  bodyOptional?: boolean;
  /** Of a DELETE, whose body some proxies drop: where else a field may come, when there is no body. */
  alsoIn?: Readonly<Record<string, { query: string } | { header: string }>>;
  /** It costs money, so it makes an order and its reply carries `X-Order-Id`. */
  makesOrder?: boolean;
  /** With `?dry_run=true` it checks all, changes nothing, and answers a `Quote`; a read token may ask. Spread `quotable` (query.ts). */
  quotes?: true;
  /** Where a body may have more or less than `BODY_BYTES` (body-limits.ts). Said before the body is read if its length is known. */
  maxBodyBytes?: number;
  /** Multipart only. */
  files?: { field: string; most: number; mostBytes: number };
  reply: Reply;
  /** Failures besides those that every operation may answer (see `commonFailures`). */
  failures: readonly FailureCode[];
}

/** The reply when it succeeds. `schema` absent: no body (204), or one of `contentType`. */
export interface Reply {
  status: 200 | 201 | 204;
  schema?: z.ZodType;
  /** For what is not JSON: a file, `text/plain`, `text/event-stream`. */
  contentType?: string;
  /** For `text/event-stream`: the data of each event. */
  events?: z.ZodType;
  paginated?: boolean;
  /** Sent with gzip to clients that accept it. For JSON that is long and repetitive. */
  compressed?: true;
  /** It holds a secret, so it is never stored: a repeat with the same Idempotency-Key is a request of its own. */
  secret?: boolean;
}

/** Fields that an entry must have because of its path: the resources named in braces, and for a mutation the meaning of its lock. */
type Declared<T extends Operation> = T['path'] extends `${string}{${string}`
  ? { resources: readonly PathResource[] } & (Changes<T> extends true ? { locks: string | null } : unknown)
  : unknown;

/** True for an operation that changes something. A POST that only calculates changes nothing. */
export type Changes<T extends Pick<Operation, 'method' | 'ability'>> = T['method'] extends 'GET'
  ? false
  : T['ability'] extends 'read'
    ? false
    : true;

/** As `Changes`, of a value. */
export function changes({ method, ability }: Pick<Operation, 'method' | 'ability'>): boolean {
  return method !== 'GET' && ability !== 'read';
}

/** Keeps the literal and schema types of an entry while checking its shape, and that it forgot nothing of `Declared`. */
export function operation<const T extends Operation>(entry: T & Declared<T>): T {
  return entry;
}

type Part<T, K extends string, Fallback> =
  T extends Record<K, infer Z> ? (Z extends z.ZodType ? z.output<Z> : Fallback) : Fallback;

/** Input of a handler, validated and with defaults. */
export interface InputOf<O extends Operation> {
  params: Part<O, 'params', Record<never, never>>;
  query: Part<O, 'query', Record<never, never>>;
  headers: Part<O, 'headers', Record<never, never>>;
  body: Part<O, 'body', undefined>;
}

/** Input of the handler of a quote: that of the operation, with the body of a quote. */
export type QuoteInputOf<O extends Operation> = Omit<InputOf<O>, 'body'> & {
  body: Part<O, 'quoteBody', InputOf<O>['body']>;
};

/** Reply of a handler, in wire form. */
export type ReplyOf<O extends Operation> = O['reply'] extends { schema: infer Z }
  ? Z extends z.ZodType
    ? z.input<Z>
    : never
  : undefined;
