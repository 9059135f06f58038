/**
 * For tests: checks every reply against the contract, refusals too, and that each handler asked whose data it shows. None of
 * this runs in production.
 */

import { bodyOfStatus } from '@innkeeper/contract/envelope';
import { failuresOf, type OperationName } from '@innkeeper/contract/operations';
import { Quote } from '@innkeeper/contract/schemas/quote';
import type { Customer } from '@innkeeper/domain/actor';
import type { Failure, FailureCode } from '@innkeeper/model/failures';
import { asksForQuote } from '../guards/quote.ts';
import type { WireReply } from '../handlers/run.ts';
import type { RequestContext, Route } from '../request/context.ts';
import { STATUS } from './status.ts';

/** Operations that reply the same to everyone: they read no account's rows, and of what a path can name only a plan. */
export const FOR_EVERYONE: ReadonlySet<OperationName> = new Set<OperationName>([
  'listPlans',
  'listPlanAddons',
  'listPlanPromoCodes',
  'listServerImages',
  'listDepartments',
  'listSupportPlans',
  'listCountries',
  'listPaymentMethods',
]);

/** Refusals before any operation is known; `contract/openapi.ts` documents them once for all. */
const OF_THE_PROTOCOL: ReadonlySet<FailureCode> = new Set([
  'malformed_request',
  'request_timeout',
  'expectation_failed',
  'headers_too_large',
]);

export interface ContractAssertions {
  /** To be called before the handler: gives it a caller that records whether the use case read its account, or its user. */
  watch(context: RequestContext): void;
  reply(context: RequestContext, reply: WireReply): void;
  refusal(context: RequestContext | undefined, failure: Failure, body: string): void;
}

/** @param report is called with every breach of the contract */
export function openContractAssertions(report: (problem: Error) => void): ContractAssertions {
  const asked = new WeakSet<RequestContext>();
  const breach = (context: RequestContext | undefined, what: string, cause?: unknown) =>
    report(new Error(`${context?.route?.name ?? context?.request.url ?? 'framework'}: ${what}`, { cause }));
  return {
    watch(context) {
      const { caller } = context;
      if (!caller) return;
      const noted = (id: 'accountId' | 'userId'): PropertyDescriptor => ({
        enumerable: true,
        get() {
          if (!isForAuditLine()) asked.add(context);
          return caller[id];
        },
      });
      context.watchedCaller = Object.defineProperties({ ...caller } as Customer, {
        accountId: noted('accountId'),
        userId: noted('userId'),
      });
    },
    reply(context, { body, headers }) {
      const { route } = context;
      if (!route) return;
      const { contentType } = route.operation.reply;
      const isQuote = asksForQuote(context);
      const schema = isQuote ? Quote : route.operation.reply.schema;
      const promised = schema !== undefined || contentType !== undefined;
      if (promised === (body === null)) breach(context, promised ? 'replied without a body' : 'replied with a body');
      const parsed = schema?.safeParse(body === null ? undefined : JSON.parse(String(body)));
      if (parsed?.error) breach(context, `replied against its schema: ${parsed.error.message}`, parsed.error);
      if (route.operation.makesOrder && !isQuote && !('X-Order-Id' in headers))
        breach(context, 'made an order without saying which');
      const stored = context.cached !== undefined || 'Idempotent-Replayed' in headers;
      if (!stored && !asked.has(context) && mustAsk(route)) breach(context, 'never asked who calls');
    },
    refusal(context, failure, body) {
      const parsed = bodyOfStatus(STATUS[failure.code]).safeParse(JSON.parse(body));
      if (parsed.error) breach(context, `refused in another shape: ${parsed.error.message}`, parsed.error);
      const name = context?.route?.name as OperationName | undefined;
      if (name && !OF_THE_PROTOCOL.has(failure.code) && !failuresOf(name).includes(failure.code))
        breach(context, `refused with ${failure.code}, which it does not list`);
      if (failure.code === 'internal') breach(context, 'failed', failure.cause);
    },
  };
}

/** Of a resource that the path names the pipeline has asked whose it is, unless everyone may have it; else only the use case can. */
function mustAsk({ name, operation: { resources = [], anonymous } }: Route): boolean {
  return !anonymous && !FOR_EVERYONE.has(name) && !resources.some(({ kind }) => kind !== 'plan');
}

/** A line of audit names the account by itself, also of a use case that has forgotten it. */
function isForAuditLine(): boolean {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 3;
  const { stack = '' } = new Error('who reads');
  Error.stackTraceLimit = stackTraceLimit;
  return /domain[/]audit\./.test(stack);
}
