/** Runs an operator's operation in one transaction, and a change together with its stored reply. */
import {
  type ApprovedOperation,
  type OperatorInput,
  type OperatorOperationName,
  operatorOperationOf,
} from '@innkeeper/contract/operator/all';
import type { OperatorRoute } from '@innkeeper/contract/operator/routes';
import { inTransaction } from '@innkeeper/db/transaction';
import { requireIdempotencyKey, withIdempotencyKey } from '@innkeeper/domain/access/idempotency';
import { storeOfStaff } from '@innkeeper/domain/access/idempotency-stores';
import type { StaffActor } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import type { AttachmentFiles } from '@innkeeper/domain/tickets/files';
import { requestApproval } from '@innkeeper/operations/approvals.staff';
import type { StaffCx, StaffServices } from '@innkeeper/operations/define.staff';
import { WithHeaders } from '@innkeeper/present/reply';
import { filesIn, fingerprintOf } from '../guards/idempotency.ts';
import { toStoredReply } from '../handlers/run.ts';
import type { RequestContext } from '../request/context.ts';
import type { WireReply } from '../request/wire-reply.ts';

/** Use case with untyped input. The entry of the contract validates the input before the call. */
export type AnyStaffUseCase = (cx: StaffCx, input: unknown, services: StaffServices) => Promise<unknown>;

export interface OperatorRunnerOptions {
  db: Cx['db'];
  clock: Cx['clock'];
  settings: Cx['settings'];
  services: Pick<StaffServices, 'pointOfNoReturn'>;
  /** Storage for files of tickets. */
  attachments: AttachmentFiles;
  /** For tests: called with every reply that breaks its entry. */
  checkReplies?: ((problem: Error) => void) | undefined;
}

export function operatorRunner(
  options: OperatorRunnerOptions,
  { name, entry, method, status }: OperatorRoute,
  useCase: AnyStaffUseCase,
) {
  const { db, clock, settings, attachments, checkReplies } = options;
  const services = { ...options.services, attachments, machines: UNKNOWN_STATE };
  return (context: RequestContext, input: unknown): Promise<WireReply> => {
    const { request, client, query, body, files } = context;
    const key = entry.changes && entry.secret !== true ? request.headers['idempotency-key'] : undefined;
    const actor = context.staff as StaffActor;
    return inTransaction(db, async (trx) => {
      const cx = { db: trx, clock, settings, actor, requestId: request.id, clientAddress: client.address };
      const answer = async (): Promise<WireReply> => {
        const waiting = isApproved(name) ? await requestApproval(cx, name, input as OperatorInput<typeof name>) : undefined;
        if (waiting) return { status: 202, headers: {}, body: JSON.stringify(waiting) };
        const done = await useCase(cx, input, { ...services, files });
        if (done instanceof WithHeaders) return { status, headers: done.headers, body: done.body };
        const reply = JSON.stringify(done);
        if (checkReplies) refuseBreach(reply);
        return { status, headers: {}, body: reply };
      };
      if (key === undefined) return answer();
      const path = request.url.split('?', 1)[0];
      const idempotent = {
        key: requireIdempotencyKey(String(key)),
        fingerprint: fingerprintOf([method, path, query, body ?? null, ...filesIn(files)]),
      };
      const { reply, replayed } = await withIdempotencyKey(
        cx,
        idempotent,
        async () => toStoredReply(await answer()),
        storeOfStaff(actor.id),
      );
      return replayed ? { ...reply, headers: { ...reply.headers, 'Idempotent-Replayed': 'true' } } : reply;
    });
  };

  function refuseBreach(reply: string): void {
    const { error } = entry.reply.safeParse(JSON.parse(reply));
    if (error) checkReplies?.(new Error(`${name} replied against its entry: ${error.message}`, { cause: error }));
  }
}

const isApproved = (name: OperatorOperationName): name is ApprovedOperation => operatorOperationOf(name).approval === true;

/** Returns `unknown` as the state of each machine, because the API has no access to machines. */
const UNKNOWN_STATE = () => 'unknown';
