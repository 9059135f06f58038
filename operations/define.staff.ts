/**
 * Types of a use case of staff, the function of one operation: `(cx, input, services)` returns the reply in the form of the contract. A
 * time may be a `Date`. Commands of the host and HTTP call the same function. Functions of operations that only the host has take their own
 * arguments after `cx`, because their command reads the file or asks the engine.
 *
 * A file that imports this one has the use cases of a resource. `npm run gen` lists those that HTTP serves in `all.staff.gen.ts`.
 */
import type { OperatorInput, OperatorOperationName, OperatorResult, ServedOperationName } from '@innkeeper/contract/operator/all';
import type { OperatorActor, StaffActor } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import type { AttachmentFiles, UploadedFile } from '@innkeeper/domain/tickets/files';
import type { Content, WithHeaders } from '@innkeeper/present/reply';

/** Context of a use case. The actor is a staff member over HTTP, and any user of the command line on the host. */
export type StaffCx = MutatingCx<OperatorActor | StaffActor>;

/** Parts of the process that use cases need, other than the database. */
export interface StaffServices {
  /** Passed in by the process, because this room must not import the steps of workflows. */
  readonly pointOfNoReturn: PointOfNoReturn;
  readonly attachments: AttachmentFiles;
  /** Uploaded files of the form. The files stay only if the use case stores rows for them. */
  readonly files: readonly UploadedFile[];
  /** States of machines on the host, which the API does not see. */
  readonly machines: MachineStates;
  /** Sealed password of the mailbox, from a file that only a command on the host reads. */
  readonly mailboxPassword?: Buffer | undefined;
}

/**
 * Returns why a workflow at this step can no longer be rolled back, or `undefined` if it can. Returns `null` for a kind that this version
 * does not have.
 */
export type PointOfNoReturn = (kind: string, step: string | null) => string | undefined | null;

/** Returns the state of a machine as reported by the engine, or `undefined` if this host has no machine with the id. */
export type MachineStates = (machineId: string) => string | undefined;

export type StaffInput<Name extends OperatorOperationName> = OperatorInput<Name>;
export type StaffReply<Name extends OperatorOperationName> = OperatorResult<Name>;

export type StaffUseCases = {
  readonly [Name in ServedOperationName]: (
    cx: StaffCx,
    input: StaffInput<Name>,
    services: StaffServices,
  ) => Promise<StaffReply<Name> | WithHeaders<Content>>;
};
