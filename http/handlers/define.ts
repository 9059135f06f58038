/** Types of handlers. A handler calls a use case and presents its result, mostly in one line. */
import type { InputOf, Operation, QuoteInputOf, ReplyOf } from '@innkeeper/contract/define';
import type { OperationName, Operations } from '@innkeeper/contract/operations';
import type { Quote } from '@innkeeper/contract/schemas/quote';
import type { Actor } from '@innkeeper/domain/actor';
import type { MutatingRequestCx, RequestCx } from '@innkeeper/domain/context';
import type { UploadedFile } from '@innkeeper/domain/tickets/files';
import type { ListUrl } from '@innkeeper/present/page';
import type { CommittedFailure, Content, RawJson, WithHeaders } from '@innkeeper/present/reply';
import type { Preparations } from './preparations.ts';
import type { RowsOf } from './rows.ts';
import type { Services } from './services.ts';

type AnswerOf<O extends Operation> = O['reply'] extends { contentType: string } ? Content : ReplyOf<O> | RawJson;

/** Context of a handler. An operation that only returns a file gets no transaction, because creating the file may take long. */
type CxOf<O extends Operation> = O extends { anonymous: true } ? WithoutCaller<CxOfCaller<O>> : CxOfCaller<O>;

/** Context of an anonymous operation. The actor is a visitor unless the request has a valid token or session. */
type WithoutCaller<C extends RequestCx> = Omit<C, 'actor'> & { readonly actor: Actor };

type CxOfCaller<O extends Operation> = O['method'] extends 'GET'
  ? RequestCx
  : O extends { ability: 'read'; reply: { contentType: string } }
    ? RequestCx
    : MutatingRequestCx;

/** Data that was derived from the body before the transaction was opened. */
export interface PreparedInput {
  /** Hash of the guest's password, or `null` if none was given. */
  passwordHash: string | null;
  /** Stored files of the form. They are kept if the handler stores rows for them. */
  files: readonly UploadedFile[];
}

/**
 * Handler of an operation. `url` is the URL of the request, for links of pages. `services` are parts of the process other than the
 * database.
 */
export type Handler<O extends Operation, P = unknown> = (
  cx: CxOf<O>,
  input: InputOf<O> & PreparedInput & RowsOf<O> & P,
  url: ListUrl,
  services: Services,
) => Promise<AnswerOf<O> | WithHeaders<AnswerOf<O>> | CommittedFailure>;

export type Handlers = {
  [K in OperationName]?: Handler<Operations[K], K extends keyof Preparations ? { readonly prepared: Preparations[K] } : unknown>;
};

/** Handler for `?dry_run=true`. It performs all checks of the operation and changes nothing. No password is hashed. */
export type QuoteHandler<O extends Operation> = (cx: MutatingRequestCx, input: QuoteInputOf<O> & RowsOf<O>) => Promise<Quote>;

export type Quotes = { [K in OperationName]?: QuoteHandler<Operations[K]> };

/** Handler as the pipeline calls it. The contract's types are checked where the handler is defined. */
export type AnyHandler = (
  cx: RequestCx,
  input: { params: unknown; query: unknown; headers: unknown; body: unknown; prepared?: unknown } & PreparedInput,
  url: ListUrl,
  services: Services,
) => Promise<unknown>;
