/** `/v1/operator/...`: routes for the operator's operations and for the sign-in of the staff, with their own guards. */
import { MAX_BODY_BYTES } from '@innkeeper/contract/body-limits';
import type { OperatorOperationName } from '@innkeeper/contract/operator/all';
import { OPERATOR_ROUTES } from '@innkeeper/contract/operator/routes';
import { STAFF_USE_CASES } from '@innkeeper/operations/all.staff.gen';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Forms } from '../guards/body/body.ts';
import { withUploadCleanup } from '../guards/body/files.ts';
import { bodySize } from '../guards/body/size.ts';
import type { OpenBucket } from '../guards/rate-buckets.ts';
import type { RefusalCounts } from '../guards/refusal-counts.ts';
import { readInput } from '../guards/staff/read.ts';
import { type StaffGuardOptions, staffBucket, staffRecentAuthentication, staffRole, staffToken } from '../guards/staff/token.ts';
import { type Guard, inOrder, type RequestContext } from '../request/context.ts';
import { type AnyStaffUseCase, openStaffRunner, type StaffRunnerOptions } from '../run/staff.ts';
import { fastifyPath } from './operation.ts';
import { addStaffSessions, type StaffSessionOptions } from './staff-sessions.ts';

export interface StaffOptions extends StaffRunnerOptions, StaffGuardOptions, StaffSessionOptions {
  /** Guards of every request. */
  everyRequest: Guard;
  openBucket: OpenBucket;
  refusals: RefusalCounts;
  forms: Forms;
}

/** Adds the routes. */
export function addStaff(app: FastifyInstance, options: StaffOptions): void {
  const { everyRequest, openBucket, refusals, settings, replies, forms } = options;
  const ofPerson = staffBucket(
    openBucket('staff', () => settings.requestsPerMinute),
    refusals.account,
  );
  const known = inOrder(everyRequest, staffToken(options), ofPerson);
  addStaffSessions(app, options, { known, everyRequest, forms });
  const useCases: { readonly [Name in OperatorOperationName]?: unknown } = STAFF_USE_CASES;
  const runnerOf = openStaffRunner(options);
  for (const route of OPERATOR_ROUTES) {
    const run = runnerOf(route, useCases[route.name] as AnyStaffUseCase);
    const read = readInput(route, forms);
    const size = route.entry.files ? [bodySize({ ...route.entry, method: route.method })] : [];
    app.route({
      method: route.method,
      url: fastifyPath(route.path),
      // Limit for JSON. A form is not read into memory and may be larger.
      bodyLimit: MAX_BODY_BYTES,
      onRequest: replies.onRequest(inOrder(known, staffRole(route), staffRecentAuthentication(route, options.clock), ...size)),
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
