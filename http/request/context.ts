/** One request on its way through the guards: what is known of it so far. */
import type { Operation } from '@innkeeper/contract/define';
import type { OperationName } from '@innkeeper/contract/operations';
import type { TokenActor } from '@innkeeper/domain/actor';
import type { FailureCode } from '@innkeeper/model/failures';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FormFile } from '../guards/body/form.ts';
import type { Taken } from '../guards/rate-buckets.ts';
import type { WireReply } from '../handlers/run.ts';
import type { Client } from './client.ts';

/** An operation as the pipeline sees it. */
export interface Route {
  readonly name: OperationName;
  readonly operation: Operation;
}

export class Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Undefined where nothing of the contract is met: unknown paths, documents. */
  readonly route: Route | undefined;
  /** Who sent it. */
  readonly client: Client;
  caller: TokenActor | undefined = undefined;
  abilities: readonly string[] = [];
  params: unknown = {};
  query: unknown = {};
  headers: unknown = {};
  body: unknown = undefined;
  /** Of the guest's password in the body, see `guards/guest-password.ts`. */
  passwordHash: string | null = null;
  /** Of a form. */
  files: readonly FormFile[] = [];
  /** The database's name before its rows were read, for `response-cache/cache.ts`. */
  database: string | undefined = undefined;
  /** What its account has left this minute, once it was counted. */
  rate: Taken | undefined = undefined;
  /** Its way through the guards, while that waits for something. */
  passing: Promise<undefined> | undefined = undefined;
  /** It has one of the places of its account, see `guards/in-flight.ts`. */
  atWork = false;
  /** Its answer, where another request had read it. */
  known: WireReply | undefined = undefined;
  /** The code of its refusal, for the log. */
  refused: FailureCode | undefined = undefined;

  constructor(request: FastifyRequest, reply: FastifyReply, client: Client, route: Route | undefined) {
    this.request = request;
    this.reply = reply;
    this.client = client;
    this.route = route;
  }
}

/** Lets the request pass, throws a `Failure`, or sets its answer, which ends its way too. Answers a promise only when it has to wait. */
export type Guard = (exchange: Exchange) => undefined | Promise<undefined>;

/** Runs guards one after the other, without leaving the turn of the event loop while none has to wait. */
export function inOrder(...guards: Guard[]): Guard {
  const from = (first: number, exchange: Exchange): undefined | Promise<undefined> => {
    for (let i = first; i < guards.length; i += 1) {
      const waiting = guards[i]?.(exchange);
      if (waiting) return waiting.then(() => (exchange.known ? undefined : from(i + 1, exchange)));
    }
    return undefined;
  };
  return (exchange) => from(0, exchange);
}
