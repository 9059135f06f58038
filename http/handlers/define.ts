/** What a handler is: it asks the domain and presents the answer, a line each. */
import type { InputOf, Operation, ReplyOf } from '@innkeeper/contract/define';
import type { OperationName, Operations } from '@innkeeper/contract/operations';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import type { ListUrl } from '../page.ts';

/** A reply that carries headers of its own. */
export class WithHeaders<Body> {
  readonly body: Body;
  readonly headers: Record<string, string>;

  constructor(body: Body, headers: Record<string, string>) {
    this.body = body;
    this.headers = headers;
  }
}

type CxOf<O extends Operation> = O['method'] extends 'GET' ? Cx : MutatingCx;

/** `url`: where the request was sent, for the links of pages. */
export type Handler<O extends Operation> = (
  cx: CxOf<O>,
  input: InputOf<O>,
  url: ListUrl,
) => Promise<ReplyOf<O> | WithHeaders<ReplyOf<O>>>;

export type Handlers = { [K in OperationName]?: Handler<Operations[K]> };

/** A handler as the pipeline calls it; the contract's types have been checked where it was written. */
export type AnyHandler = (cx: Cx, input: { params: unknown; query: unknown; body: unknown }, url: ListUrl) => Promise<unknown>;
