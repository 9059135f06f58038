/** `/v1/operator/...`: routes for the operator's operations and for the sign-in of the staff, with their own guards. */
import { MAX_BODY_BYTES } from '@innkeeper/contract/body-limits';
import type { OperatorOperationName } from '@innkeeper/contract/operator/all';
import { OPERATOR_ROUTES, type OperatorRoute, SIGN_IN_ROUTES, type SignInRoute } from '@innkeeper/contract/operator/routes';
import type { StaffSessionName } from '@innkeeper/contract/operator/sessions';
import { STAFF_PREPARATIONS, STAFF_USE_CASES } from '@innkeeper/operations/all.staff.gen';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Forms } from '../guards/body/body.ts';
import { withUploadCleanup } from '../guards/body/files.ts';
import { bodySize } from '../guards/body/size.ts';
import { requireOurPage } from '../guards/origin.ts';
import type { OpenBucket } from '../guards/rate-buckets.ts';
import type { RefusalCounts } from '../guards/refusal-counts.ts';
import { readInput } from '../guards/staff/read.ts';
import { type StaffGuardOptions, staffBucket, staffRecentAuthentication, staffRole, staffToken } from '../guards/staff/token.ts';
import type { Replies } from '../reply/replies.ts';
import { type Guard, inOrder, type RequestContext } from '../request/context.ts';
import type { WireReply } from '../request/wire-reply.ts';
import { type AnyStaffPreparation, type AnyStaffUseCase, openStaffRunner, type StaffRunnerOptions } from '../run/staff.ts';
import { fastifyPath } from './operation.ts';

export interface StaffOptions extends StaffRunnerOptions, StaffGuardOptions {
  /** Guards of every request. */
  everyRequest: Guard;
  openBucket: OpenBucket;
  refusals: RefusalCounts;
  forms: Forms;
  replies: Replies;
}

/** Adds the routes. */
export function addStaff(app: FastifyInstance, options: StaffOptions): void {
  const { everyRequest, openBucket, refusals, settings, replies, forms, isOurs } = options;
  const ofPerson = staffBucket(
    openBucket('staff', () => settings.requestsPerMinute),
    refusals.account,
  );
  const known = inOrder(everyRequest, staffToken(options), ofPerson);
  // Sign-in needs no cookie that another page could abuse. Refuse other pages anyway, because they have no reason to call these routes.
  const ourPages: Guard = (context) => void requireOurPage(context, { isOurs, byCookie: false });
  const useCases: { readonly [Name in OperatorOperationName | StaffSessionName]?: unknown } = STAFF_USE_CASES;
  const preparations: { readonly [Name in StaffSessionName]?: unknown } = STAFF_PREPARATIONS;
  const runner = openStaffRunner(options);

  for (const route of SIGN_IN_ROUTES) {
    const functions = {
      useCase: useCases[route.name] as AnyStaffUseCase,
      prepare: preparations[route.name] as AnyStaffPreparation | undefined,
    };
    add(route, route.anonymous ? inOrder(everyRequest, ourPages) : known, runner.signIn(route, functions));
  }
  for (const route of OPERATOR_ROUTES) {
    const size = route.entry.files ? [bodySize({ ...route.entry, method: route.method })] : [];
    const guard = inOrder(known, staffRole(route), staffRecentAuthentication(route, options.clock), ...size);
    add(route, guard, runner.operation(route, useCases[route.name] as AnyStaffUseCase));
  }

  function add(route: OperatorRoute | SignInRoute, guard: Guard, run: (context: RequestContext) => Promise<WireReply>): void {
    const read = readInput(route, forms);
    app.route({
      method: route.method,
      url: fastifyPath(route.path),
      // Limit for JSON. A form is not read into memory and may be larger.
      bodyLimit: MAX_BODY_BYTES,
      onRequest: replies.onRequest(guard),
      handler: async (request: FastifyRequest) => {
        const context = request.requestContext as RequestContext;
        context.operatorOperation = route.name;
        const reply = await withUploadCleanup(context, forms.files, async () => {
          await read(context);
          return run(context);
        });
        return replies.send(context, reply);
      },
    });
  }
}
