/**
 * For tests: checks every reply and failure against the contract, and that each operation reads the account or user that it serves. Never
 * runs in production.
 */

import { bodyOfStatus } from '@innkeeper/contract/envelope';
import { failuresOf, type OperationName } from '@innkeeper/contract/operations';
import { Quote } from '@innkeeper/contract/schemas/quote';
import type { Customer } from '@innkeeper/domain/actor';
import type { Failure, FailureCode } from '@innkeeper/model/failures';
import { isQuoteRequest } from '../guards/quote.ts';
import type { RequestContext, Route } from '../request/context.ts';
import type { WireReply } from '../request/wire-reply.ts';
import { STATUS } from './status.ts';

/** Operations with the same reply for everyone. They read no account's rows, and their paths name at most a plan. */
export const CALLER_INDEPENDENT_OPERATIONS: ReadonlySet<OperationName> = new Set<OperationName>([
  'listPlans',
  'listPlanAddons',
  'listPlanPromoCodes',
  'listServerImages',
  'listDepartments',
  'listSupportPlans',
  'listCountries',
  'listPaymentMethods',
]);

/** Failures before an operation is known. `contract/openapi.ts` documents them once for all operations. */
const PROTOCOL_FAILURES: ReadonlySet<FailureCode> = new Set([
  'malformed_request',
  'request_timeout',
  'expectation_failed',
  'headers_too_large',
]);

export interface ContractAssertions {
  /** Sets a caller that records whether the use case reads its account or user. Call it before the function. */
  watch(context: RequestContext): void;
  reply(context: RequestContext, reply: WireReply): void;
  refusal(context: RequestContext | undefined, failure: Failure, body: string): void;
}

/**
 * Opens the checks.
 * @param report is called with every breach of the contract
 */
export function openContractAssertions(report: (problem: Error) => void): ContractAssertions {
  const callerReads = new WeakSet<RequestContext>();
  const breach = (context: RequestContext | undefined, what: string, cause?: unknown) =>
    report(new Error(`${context?.route?.name ?? context?.request.url ?? 'framework'}: ${what}`, { cause }));
  return {
    watch(context) {
      const { caller } = context;
      if (!caller) return;
      const noted = (id: 'accountId' | 'userId'): PropertyDescriptor => ({
        enumerable: true,
        get() {
          if (!isForAuditLine()) callerReads.add(context);
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
      const isQuote = isQuoteRequest(context);
      const schema = isQuote ? Quote : route.operation.reply.schema;
      const promised = schema !== undefined || contentType !== undefined;
      if (promised === (body === null)) breach(context, promised ? 'replied without a body' : 'replied with a body');
      const parsed = schema?.safeParse(body === null ? undefined : JSON.parse(String(body)));
      if (parsed?.error) breach(context, `replied against its schema: ${parsed.error.message}`, parsed.error);
      if (route.operation.createsOrder && !isQuote && !('X-Order-Id' in headers))
        breach(context, 'made an order without saying which');
      const stored = context.cached !== undefined || 'Idempotent-Replayed' in headers;
      if (!stored && !callerReads.has(context) && mustReadCaller(route)) breach(context, 'never asked who calls');
    },
    refusal(context, failure, body) {
      const parsed = bodyOfStatus(STATUS[failure.code]).safeParse(JSON.parse(body));
      if (parsed.error) breach(context, `refused in another shape: ${parsed.error.message}`, parsed.error);
      const name = context?.route?.name as OperationName | undefined;
      if (name && !PROTOCOL_FAILURES.has(failure.code) && !failuresOf(name).includes(failure.code))
        breach(context, `refused with ${failure.code}, which it does not list`);
      if (failure.code === 'internal') breach(context, 'failed', failure.cause);
    },
  };
}

/**
 * Returns whether the use case must read the caller. For a resource in the path, the pipeline has already checked its owner, except for
 * resources that are available to everyone.
 */
function mustReadCaller({ name, operation: { resources = [], anonymous } }: Route): boolean {
  return !anonymous && !CALLER_INDEPENDENT_OPERATIONS.has(name) && !resources.some(({ kind }) => kind !== 'plan');
}

/** Returns whether an audit line reads the account. Audit lines always read it, even if the use case does not. */
function isForAuditLine(): boolean {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 3;
  const { stack = '' } = new Error('who reads');
  Error.stackTraceLimit = stackTraceLimit;
  return /domain[/]audit\./.test(stack);
}
