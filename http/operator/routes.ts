/** `/v1/operator/...`: a route for each of the operator's operations that is served, with guards of its own. */
import { BODY_BYTES } from '@innkeeper/contract/body-limits';
import { OPERATOR_ROUTES, type OperatorRoute } from '@innkeeper/contract/operator/routes';
import { inputReader } from '@innkeeper/contract/operator/wire';
import { Failure } from '@innkeeper/model/failures';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jsonOf } from '../guards/body/body.ts';
import { refuseManyParameters } from '../guards/body/size.ts';
import type { OpenBucket } from '../guards/rate-buckets.ts';
import type { Replies } from '../reply/replies.ts';
import { type Guard, inOrder, type RequestContext } from '../request/context.ts';
import { fastifyPath } from '../routes/operation.ts';
import { type OperatorRunnerOptions, operatorRunner } from './run.ts';
import { type StaffGuardOptions, staffBucket, staffRole, staffToken } from './token.ts';
import { type AnyUseCase, USE_CASES } from './use-cases.ts';

export interface OperatorRoutesOptions extends OperatorRunnerOptions, StaffGuardOptions {
  /** Guards of every request. */
  everyRequest: Guard;
  openBucket: OpenBucket;
  replies: Replies;
}

/** Throws at start-up when one that is served has no use case. */
export function addOperator(app: FastifyInstance, options: OperatorRoutesOptions): void {
  const { everyRequest, openBucket, settings, replies } = options;
  const known = inOrder(everyRequest, staffToken(options), staffBucket(openBucket('staff', settings.requestsPerMinute)));
  for (const route of OPERATOR_ROUTES) {
    const useCase = USE_CASES[route.name] as AnyUseCase | undefined;
    if (!useCase) throw new Error(`${route.name} has no use case in http/operator/use-cases.ts`);
    const run = operatorRunner(options, route, useCase);
    const read = requestReader(route);
    app.route({
      method: route.method,
      url: fastifyPath(route.path),
      bodyLimit: BODY_BYTES,
      onRequest: replies.onRequest(inOrder(known, staffRole(route))),
      handler: async (request: FastifyRequest) => {
        const context = request.requestContext as RequestContext;
        context.operatorOperation = route.name;
        return replies.send(context, await run(context, read(context)));
      },
    });
  }
}

/** The input of a request. Throws `not_found` for what no row can have as its id or name, else `validation` by field. */
function requestReader(route: OperatorRoute): (context: RequestContext) => unknown {
  const read = inputReader(route);
  return (context) => {
    const { request } = context;
    refuseManyParameters(request.query as object);
    context.query = request.query;
    context.body = route.method === 'GET' ? undefined : jsonOf(context);
    const params = request.params as Record<string, string>;
    const got = read({ params, query: request.query as Record<string, string>, body: context.body });
    if (got.ok) return got.value;
    throw 'absent' in got ? new Failure('not_found') : new Failure('validation', { errors: got.errors });
  };
}
