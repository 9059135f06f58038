/** Types of handlers. A handler calls a use case and presents its result. Only resources whose use cases return rows have handlers. */
import type { InputOf, Operation, ReplyOf } from '@innkeeper/contract/define';
import type { OperationName, Operations } from '@innkeeper/contract/operations';
import type { RequestUrl } from '@innkeeper/domain/context';
import type { PreparedInput, RowsOf, Services, UseCaseCx } from '@innkeeper/operations/define';
import type { CommittedFailure, Content, RawJson, WithHeaders } from '@innkeeper/present/reply';
import type { AnyUseCase } from '../run/customers.ts';
import type { Preparations } from './preparations.ts';

type AnswerOf<O extends Operation> = O['reply'] extends { contentType: string } ? Content : ReplyOf<O> | RawJson;

/** Handler of an operation. `url` is the URL of the request, for links of pages. */
type Handler<Name extends OperationName, P = unknown> = (
  cx: UseCaseCx<Name>,
  input: InputOf<Operations[Name]> & PreparedInput & RowsOf<Operations[Name]> & P,
  url: RequestUrl,
  services: Services,
) => Promise<AnswerOf<Operations[Name]> | WithHeaders<AnswerOf<Operations[Name]>> | CommittedFailure>;

export type Handlers = {
  [K in OperationName]?: Handler<K, K extends keyof Preparations ? { readonly prepared: Preparations[K] } : unknown>;
};

/** Use cases of operations, in the order of the runner's arguments. */
export type AnyUseCases = { readonly [K in OperationName]?: AnyUseCase };

/** Gives handlers the arguments of use cases. */
export function adaptHandlers(handlers: Handlers): AnyUseCases {
  const all = Object.entries(handlers as Record<string, (...args: unknown[]) => Promise<unknown>>);
  return Object.fromEntries(
    all.map(([name, handler]): [string, AnyUseCase] => [name, (cx, input, services) => handler(cx, input, cx.url, services)]),
  );
}
