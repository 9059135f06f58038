/** Runs operations of staff and their sign-in. A request that needs a second person waits instead. */
import { Readable } from 'node:stream';
import {
  type ApprovedOperation,
  type OperatorInput,
  type OperatorOperationName,
  operatorOperationOf,
} from '@innkeeper/contract/operator/all';
import type { OperatorOperation } from '@innkeeper/contract/operator/define';
import type { OperatorRoute, SignInRoute } from '@innkeeper/contract/operator/routes';
import { storeOfStaff } from '@innkeeper/domain/access/idempotency-stores';
import { ANONYMOUS_VISITOR, type StaffActor } from '@innkeeper/domain/actor';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import { requestApproval, voidApprovalsAfter } from '@innkeeper/operations/approvals.staff';
import type { StaffCx, StaffServices } from '@innkeeper/operations/define.staff';
import type { Content } from '@innkeeper/present/reply';
import { keyedRequest } from '../guards/idempotency.ts';
import type { RequestContext } from '../request/context.ts';
import type { WireReply } from '../request/wire-reply.ts';
import { openRunner, toWireReply } from './run.ts';

/** Use case with untyped input. The entry of the contract validates the input before the call. */
export type AnyStaffUseCase = (cx: StaffCx, input: unknown, services: StaffServices) => Promise<unknown>;

/** Preparation with untyped input, with the Cookie header. */
export type AnyStaffPreparation = (
  cx: StaffCx,
  input: unknown,
  services: StaffServices,
  cookies: string | undefined,
) => Promise<unknown>;

export interface SignInFunctions {
  useCase: AnyStaffUseCase;
  prepare?: AnyStaffPreparation | undefined;
}

export interface StaffRunner {
  operation(route: OperatorRoute, useCase: AnyStaffUseCase): (context: RequestContext) => Promise<WireReply>;
  signIn(route: SignInRoute, functions: SignInFunctions): (context: RequestContext) => Promise<WireReply>;
}

export interface StaffRunnerOptions {
  db: Cx['db'];
  clock: Cx['clock'];
  settings: Cx['settings'];
  services: Omit<StaffServices, 'files'>;
  /** For tests: called with every reply that breaks its entry. */
  checkReplies?: ((problem: Error) => void) | undefined;
}

/** Returns the functions that turn a route and its use case into a function that replies to requests. The input is `context.input`. */
export function openStaffRunner({ db, clock, settings, services, checkReplies }: StaffRunnerOptions): StaffRunner {
  // Use cases of anonymous operations are typed for visitors.
  const actorOf = ({ staff }: RequestContext): StaffActor => (staff ?? ANONYMOUS_VISITOR) as StaffActor;
  const servicesOf = ({ files }: RequestContext): StaffServices => ({ ...services, files });
  const runner = openRunner<MutatingCx<StaffActor>>({
    db,
    // Every request of staff runs in a transaction, except the read of a session, whose use case is typed for it.
    contextOf: (context, connection) => ({
      ...{ db: connection as StaffCx['db'], clock, settings, actor: actorOf(context) },
      requestId: context.request.id,
      clientAddress: context.client.address,
      userAgent: context.request.headers['user-agent'] ?? '',
    }),
    storeOf: (context) => storeOfStaff(actorOf(context).id),
  });
  return {
    operation: ({ name, entry, method, status }, useCase) =>
      runner.change({
        answer: async (cx, context) => {
          const waiting = isApproved(name)
            ? await requestApproval(cx, name, context.input as OperatorInput<typeof name>)
            : undefined;
          if (waiting) return { status: 202, headers: {}, body: JSON.stringify(waiting) };
          const result = await useCase(cx, context.input, servicesOf(context));
          if (isApproved(name)) await voidApprovalsAfter(cx, context.input as object);
          return checked(toWireReply(result, status, write), { name, entry });
        },
        idempotent: (context) => (entry.changes && entry.secret !== true ? keyedRequest(context, method) : undefined),
      }),
    signIn({ name, entry, status }, { useCase, prepare }) {
      const answer = async (cx: StaffCx, context: RequestContext, prepared?: unknown): Promise<WireReply> => {
        const input = { ...(context.input as object), prepared };
        return checked(toWireReply(await useCase(cx, input, servicesOf(context)), status, write), { name, entry });
      };
      if (!entry.changes) return runner.read(answer);
      return runner.change({
        answer,
        prepare: prepare && ((cx, context) => prepare(cx, context.input, servicesOf(context), context.request.headers.cookie)),
        idempotent: () => undefined,
      });
    },
  };

  function checked(reply: WireReply, { name, entry }: { name: string; entry: Pick<OperatorOperation, 'reply'> }): WireReply {
    if (!checkReplies || typeof reply.body !== 'string') return reply;
    const { error } = entry.reply.safeParse(JSON.parse(reply.body));
    if (error) checkReplies(new Error(`${name} replied against its entry: ${error.message}`, { cause: error }));
    return reply;
  }
}

/** Writes a reply as JSON. A file is a stream already. */
const write = (body: unknown): Content => (body instanceof Readable ? body : JSON.stringify(body));

const isApproved = (name: OperatorOperationName): name is ApprovedOperation => operatorOperationOf(name).approval !== undefined;
