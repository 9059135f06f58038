/** Handlers: each calls a use case and presents its result, mostly in one line. */
import type { Readable } from 'node:stream';
import type { InputOf, Operation, QuoteInputOf, ReplyOf } from '@innkeeper/contract/define';
import type { OperationName, Operations } from '@innkeeper/contract/operations';
import type { Quote } from '@innkeeper/contract/schemas/quote';
import type { Actor } from '@innkeeper/domain/actor';
import type { MutatingRequestCx, RequestCx } from '@innkeeper/domain/context';
import type { UploadedFile } from '@innkeeper/domain/tickets/files';
import type { Failure } from '@innkeeper/model/failures';
import type { ListUrl } from '../reply/page.ts';
import type { Preparations } from './preparations.ts';
import type { RowsOf } from './rows.ts';
import type { Services } from './services.ts';

/** A reply that carries headers of its own. */
export class WithHeaders<Body> {
  readonly body: Body;
  readonly headers: Record<string, string>;

  constructor(body: Body, headers: Record<string, string>) {
    this.body = body;
    this.headers = headers;
  }
}

/** A refusal that changed something all the same, such as a count of tries: it is answered when that is committed. */
export class Refused {
  readonly failure: Failure;

  constructor(failure: Failure) {
    this.failure = failure;
  }
}

/** JSON that is already text, in the form of the reply's schema. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A reply that is not JSON, of the content type that the contract names. */
export type Content = string | Buffer | Readable;

type AnswerOf<O extends Operation> = O['reply'] extends { contentType: string } ? Content : ReplyOf<O> | RawJson;

/** A file that changes nothing may take long to make: no transaction is open meanwhile. */
type CxOf<O extends Operation> = O extends { anonymous: true } ? WithoutCaller<CxOfCaller<O>> : CxOfCaller<O>;

/** Anybody may ask: the actor is a visitor, unless there was a valid token or session. */
type WithoutCaller<C extends RequestCx> = Omit<C, 'actor'> & { readonly actor: Actor };

type CxOfCaller<O extends Operation> = O['method'] extends 'GET'
  ? RequestCx
  : O extends { ability: 'read'; reply: { contentType: string } }
    ? RequestCx
    : MutatingRequestCx;

/** Derived from the body before the transaction was opened. */
export interface Prepared {
  /** Of the guest's password; null when none was given. */
  passwordHash: string | null;
  /** Of its form: they are stored, and kept if the handler gives them rows. */
  files: readonly UploadedFile[];
}

/** `url`: where the request was sent, for the links of pages. `services`: what the process has besides the database. */
export type Handler<O extends Operation, P = unknown> = (
  cx: CxOf<O>,
  input: InputOf<O> & Prepared & RowsOf<O> & P,
  url: ListUrl,
  services: Services,
) => Promise<AnswerOf<O> | WithHeaders<AnswerOf<O>> | Refused>;

export type Handlers = {
  [K in OperationName]?: Handler<Operations[K], K extends keyof Preparations ? { readonly prepared: Preparations[K] } : unknown>;
};

/** Answers `?dry_run=true`: all checks of the operation, and nothing changed. No password is hashed for it. */
export type QuoteHandler<O extends Operation> = (cx: MutatingRequestCx, input: QuoteInputOf<O> & RowsOf<O>) => Promise<Quote>;

export type Quotes = { [K in OperationName]?: QuoteHandler<Operations[K]> };

/** A handler as the pipeline calls it; the contract's types have been checked where it was written. */
export type AnyHandler = (
  cx: RequestCx,
  input: { params: unknown; query: unknown; headers: unknown; body: unknown; prepared?: unknown } & Prepared,
  url: ListUrl,
  services: Services,
) => Promise<unknown>;
