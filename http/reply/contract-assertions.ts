/**
 * In tests every reply is held against the contract, refusals too, and a handler that never asked whose data it shows is
 * found out. In production none of this runs.
 */

import { bodyOfStatus } from '@innkeeper/contract/envelope';
import { failuresOf, type OperationName } from '@innkeeper/contract/operations';
import type { TokenActor } from '@innkeeper/domain/actor';
import type { Failure, FailureCode } from '@innkeeper/model/failures';
import type { WireReply } from '../handlers/run.ts';
import type { Exchange } from '../request/context.ts';
import { STATUS } from './status.ts';

/** The same for everyone: no row of any account is read, and no path names one. */
export const FOR_EVERYONE: ReadonlySet<OperationName> = new Set<OperationName>([
  'listPlans',
  'listServerImages',
  'listDepartments',
]);

/** Said of the bytes that came, before or instead of an operation; `contract/openapi.ts` promises them once for all. */
const OF_THE_PROTOCOL: ReadonlySet<FailureCode> = new Set([
  'malformed_request',
  'request_timeout',
  'expectation_failed',
  'headers_too_large',
]);

export interface Honesty {
  /** To be called before the handler: hands it a caller that notes whether it is asked. */
  watch(exchange: Exchange): void;
  reply(exchange: Exchange, reply: WireReply): void;
  refusal(exchange: Exchange | undefined, failure: Failure, body: string): void;
}

/** @param report is told of every reply that breaks a promise. */
export function openHonesty(report: (problem: Error) => void): Honesty {
  const asked = new WeakSet<Exchange>();
  const tell = (exchange: Exchange | undefined, what: string, cause?: unknown) =>
    report(new Error(`${exchange?.route?.name ?? exchange?.request.url ?? 'framework'}: ${what}`, { cause }));
  return {
    watch(exchange) {
      const { caller } = exchange;
      if (!caller) return;
      exchange.caller = Object.defineProperty({ ...caller } as TokenActor, 'accountId', {
        get: () => {
          asked.add(exchange);
          return caller.accountId;
        },
      });
    },
    reply(exchange, { body, headers }) {
      const { route } = exchange;
      if (!route) return;
      const { schema, contentType } = route.operation.reply;
      const promised = schema !== undefined || contentType !== undefined;
      if (promised === (body === null)) tell(exchange, promised ? 'replied without a body' : 'replied with a body');
      const parsed = schema?.safeParse(body === null ? undefined : JSON.parse(String(body)));
      if (parsed?.error) tell(exchange, `replied against its schema: ${parsed.error.message}`, parsed.error);
      if (route.operation.makesOrder && !('X-Order-Id' in headers)) tell(exchange, 'made an order without saying which');
      const given = exchange.known !== undefined || 'Idempotent-Replayed' in headers;
      if (!given && !asked.has(exchange) && !FOR_EVERYONE.has(route.name as OperationName))
        tell(exchange, 'never asked who calls');
    },
    refusal(exchange, failure, body) {
      const parsed = bodyOfStatus(STATUS[failure.code]).safeParse(JSON.parse(body));
      if (parsed.error) tell(exchange, `refused in another shape: ${parsed.error.message}`, parsed.error);
      const name = exchange?.route?.name as OperationName | undefined;
      if (name && !OF_THE_PROTOCOL.has(failure.code) && !failuresOf(name).includes(failure.code))
        tell(exchange, `refused with ${failure.code}, which it does not list`);
      if (failure.code === 'internal') tell(exchange, 'failed', failure.cause);
    },
  };
}
