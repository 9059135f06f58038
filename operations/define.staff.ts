/**
 * Types of a use case of staff, the function of one operation: `(cx, input, services)` returns the reply in the form of the contract. A
 * time may be a `Date`. Commands of the host and HTTP call the same function. Functions of operations that only the host has take their own
 * arguments after `cx`, because their command reads the file or asks the engine.
 *
 * A file that imports this one has the use cases of a resource. `npm run gen` lists those that HTTP serves in `all.staff.gen.ts`, with the
 * preparations of sign-in (`prepare` before the name of the operation).
 */
import type { OperatorInput, OperatorOperationName, OperatorResult, ServedOperationName } from '@innkeeper/contract/operator/all';
import type {
  StaffSessionInput,
  StaffSessionName,
  StaffSessionNameWith,
  StaffSessionResult,
} from '@innkeeper/contract/operator/sessions';
import type { OperatorActor, StaffActor, VisitorActor } from '@innkeeper/domain/actor';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import type { UserPasswords } from '@innkeeper/domain/passwords/hash';
import type { SignInThrottle } from '@innkeeper/domain/sign-in/throttle';
import type { AttachmentFiles, UploadedFile } from '@innkeeper/domain/tickets/files';
import type { Sealer } from '@innkeeper/model/installation/sealing';
import type { OpenIdClient } from '@innkeeper/model/openid/client';
import type { AfterCommit, CommittedFailure, Content, WithHeaders } from '@innkeeper/present/reply';

/** Context of a use case. The actor is a staff member over HTTP, and any user of the command line on the host. */
export type StaffCx = MutatingCx<OperatorActor | StaffActor>;

/** Parts of the process that use cases need, other than the database. */
export interface StaffServices {
  /** Passed in by the process, because this room must not import the steps of workflows. */
  readonly pointOfNoReturn: PointOfNoReturn;
  readonly attachments: AttachmentFiles;
  /** Uploaded files of the form. The files stay only if the use case stores rows for them. */
  readonly files: readonly UploadedFile[];
  /** States of machines, of which the API sees none and a command those of its host. */
  readonly machines: MachineStates;
  /** Sealed password of the mailbox, from a file that only a command on the host reads. */
  readonly mailboxPassword?: Buffer | undefined;
  readonly sealer: Sealer;
  readonly passwords: UserPasswords;
  readonly throttle: SignInThrottle;
  readonly openId: OpenIdClient;
}

/**
 * Returns why a workflow at this step can no longer be rolled back, or `undefined` if it can. Returns `null` for a kind that this version
 * does not have.
 */
export type PointOfNoReturn = (kind: string, step: string | null) => string | undefined | null;

/**
 * Returns the state of a machine as reported by the engine. `absent`: the node has no machine with the id. `unknown`: this process does not
 * see the machines of the node.
 */
export type MachineStates = (machineId: string, node: string) => string;

type Served = OperatorOperationName | StaffSessionName;

export type StaffInput<Name extends Served> = Name extends OperatorOperationName
  ? OperatorInput<Name>
  : Name extends StaffSessionName
    ? StaffSessionInput<Name>
    : never;
export type StaffReply<Name extends Served> = Name extends OperatorOperationName
  ? OperatorResult<Name>
  : Name extends StaffSessionName
    ? StaffSessionResult<Name>
    : never;

/** Actor of a sign-in operation: only anonymous ones have a visitor, and they have no other. */
type SignInActor<Name extends StaffSessionName> =
  Name extends StaffSessionNameWith<{ anonymous: true }> ? VisitorActor : StaffActor;

/** Context of a sign-in operation. The operation that only reads has no transaction. */
type SignInCx<Name extends StaffSessionName> =
  Name extends StaffSessionNameWith<{ changes: false }> ? Cx<SignInActor<Name>> : MutatingCx<SignInActor<Name>>;

/** Reply of a sign-in operation, with cookies. A `CommittedFailure` is sent after the commit. */
export type SignInReply<Name extends StaffSessionName> =
  | StaffReply<Name>
  | WithHeaders<StaffReply<Name>>
  | AfterCommit<StaffReply<Name> | WithHeaders<StaffReply<Name>>>
  | CommittedFailure;

/** Result of a preparation, as a field of the use case's input. */
export interface Prepared<Result> {
  readonly prepared: Result;
}

/** Use case of sign-in. Its type accepts every result of a preparation, which `StaffPreparations` compares. */
type SignInUseCase<Name extends StaffSessionName> = (
  cx: SignInCx<Name>,
  input: StaffInput<Name> & Prepared<never>,
  services: StaffServices,
) => Promise<SignInReply<Name>>;

export type StaffUseCases = {
  readonly [Name in ServedOperationName]: (
    cx: StaffCx,
    input: StaffInput<Name>,
    services: StaffServices,
  ) => Promise<StaffReply<Name> | WithHeaders<Content>>;
} & { readonly [Name in StaffSessionName]: SignInUseCase<Name> };

/**
 * Work that a sign-in operation does before its transaction begins, because the work takes long, or must take the same time whatever the
 * database contains. It only reads. The use case gets the result as `prepared`.
 */
type StaffPreparation<Name extends StaffSessionName, Result> = (
  cx: Cx<SignInActor<Name>>,
  input: StaffInput<Name>,
  services: StaffServices,
  /** Cookie header. */
  cookies: string | undefined,
) => Promise<Result>;

/** Preparations of the use cases that take a `prepared`. Each returns what its use case takes. */
export type StaffPreparations<All> = {
  readonly [Name in keyof All & StaffSessionName as [PreparedOf<All[Name]>] extends [never] ? never : Name]: StaffPreparation<
    Name,
    PreparedOf<All[Name]>
  >;
};

type PreparedOf<F> = F extends (cx: never, input: infer I, ...rest: never[]) => unknown
  ? I extends Prepared<infer Result>
    ? Result
    : never
  : never;
