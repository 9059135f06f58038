/** What a handler is: it asks the domain and presents the answer, a line each. */
import type { Readable } from 'node:stream';
import type { InputOf, Operation, ReplyOf } from '@innkeeper/contract/define';
import type { OperationName, Operations } from '@innkeeper/contract/operations';
import type { MutatingRequestCx, RequestCx } from '@innkeeper/domain/context';
import type { ListUrl } from '../reply/page.ts';
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

/** JSON that is text already, as the reply's schema has it. */
export class Written {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What is not JSON, in the type that the contract names. */
export type Content = string | Buffer | Readable;

type AnswerOf<O extends Operation> = O['reply'] extends { contentType: string } ? Content : ReplyOf<O> | Written;

type CxOf<O extends Operation> = O['method'] extends 'GET' ? RequestCx : MutatingRequestCx;

/** What was worked out of the body before the transaction was opened. */
export interface Prepared {
  /** Of the guest's password; null when none was given. */
  passwordHash: string | null;
}

/** `url`: where the request was sent, for the links of pages. `services`: what the process has besides the database. */
export type Handler<O extends Operation> = (
  cx: CxOf<O>,
  input: InputOf<O> & Prepared,
  url: ListUrl,
  services: Services,
) => Promise<AnswerOf<O> | WithHeaders<AnswerOf<O>>>;

export type Handlers = { [K in OperationName]?: Handler<Operations[K]> };

/** A handler as the pipeline calls it; the contract's types have been checked where it was written. */
export type AnyHandler = (
  cx: RequestCx,
  input: { params: unknown; query: unknown; headers: unknown; body: unknown } & Prepared,
  url: ListUrl,
  services: Services,
) => Promise<unknown>;
