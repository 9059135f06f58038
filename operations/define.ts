/**
 * Types of a customers' use case, the function of one operation: `(cx, input, services)` returns the reply in the form of the contract.
 *
 * A file that imports this one has the use cases of a resource. `npm run gen` lists them in `all.gen.ts`, with their quotes (`quote` before
 * the name of the operation) and preparations (`prepare` before it).
 */
import type { Readable } from 'node:stream';
import type { InputOf, IsMutation, Operation, QuoteInputOf, ReplyOf } from '@innkeeper/contract/define';
import type { OperationName, Operations } from '@innkeeper/contract/operations';
import type { Quote } from '@innkeeper/contract/schemas/quote';
import type { AccountEvent } from '@innkeeper/db/schema';
import type { Actor, Customer } from '@innkeeper/domain/actor';
import type { GuestsOn } from '@innkeeper/domain/console/guests';
import type { MutatingRequestCx, RequestCx } from '@innkeeper/domain/context';
import type { ForwardNames } from '@innkeeper/domain/names/forward';
import type { UserPasswords } from '@innkeeper/domain/passwords/hash';
import type { LockedRows, ReadRows } from '@innkeeper/domain/resources/kinds';
import type { SignInThrottle } from '@innkeeper/domain/sign-in/throttle';
import type { DomainProofs } from '@innkeeper/domain/single-sign-on/domain-proofs';
import type { AttachmentFiles, UploadedFile } from '@innkeeper/domain/tickets/files';
import type { Sealer } from '@innkeeper/model/installation/sealing';
import type { OpenIdClient } from '@innkeeper/model/openid/client';
import type { ResourceKind } from '@innkeeper/model/requests/path-resources';
import type { CommittedFailure, Content, RawJson, WithHeaders } from '@innkeeper/present/reply';

/** Parts of the process that use cases need, other than the database. */
export interface Services {
  readonly streams: EventStreams;
  readonly guests: GuestsOn;
  readonly forwardNames: ForwardNames;
  readonly attachments: AttachmentFiles;
  readonly accountExports: AttachmentFiles;
  readonly sealer: Sealer;
  readonly passwords: UserPasswords;
  readonly throttle: SignInThrottle;
  readonly openId: OpenIdClient;
  readonly domainProofs: DomainProofs;
  /** Returns the origins of the operator's pages, such as `https://panel.example.com`. */
  readonly pages: () => readonly string[];
}

export interface EventStreams {
  /** Opens a stream of the caller's events. Throws `rate_limited` if the session or the account has the maximum number of streams. */
  open(caller: Customer, feed: EventFeed): Readable;
}

/** A reader of an account's events. It returns them in batches and remembers its position. */
export interface EventFeed {
  /** Id of the last event read. Ids are consecutive. */
  readonly at: bigint;
  /**
   * Returns the next events, or an empty list if there are none. Returns `lost` if events are missing, and then continues after the latest
   * event.
   */
  next(): Promise<AccountEvent[] | 'lost'>;
}

/** Data that was derived from the body before the transaction was opened. */
export interface PreparedInput {
  /** Hash of the guest's password, or `null` if none was given. */
  passwordHash: string | null;
  /** Stored files of the form. They are kept if the use case stores rows for them. */
  files: readonly UploadedFile[];
}

type KindsOf<O extends Operation> = O extends { resources: readonly { kind: infer K extends ResourceKind }[] } ? K : never;

type RowName<K extends string> = K extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<RowName<Rest>>}` : K;

/** Rows of a mutation are locked, unless the use case locks them itself. */
type TableOf<O extends Operation> =
  IsMutation<O> extends true ? (O extends { rowLock: 'by use case' } ? ReadRows : LockedRows) : ReadRows;

/** Rows of the resources in the path: `server` for `/servers/{id}`, `sshKey` for `/ssh-keys/{id}`. */
export type RowsOf<O extends Operation> = { [K in KindsOf<O> as RowName<K>]: TableOf<O>[K] } & (O extends {
  takesOver: readonly unknown[];
}
  ? {
      /** Id of the workflow whose lock is taken over. */
      supersededWorkflowId: number | undefined;
    }
  : unknown);

type AnswerOf<O extends Operation> = O['reply'] extends { contentType: string } ? Content : ReplyOf<O> | RawJson;

/** Context of a use case. An operation that only returns a file gets no transaction, because creating the file may take long. */
type CxOf<O extends Operation> = O extends { anonymous: true } ? WithoutCaller<CxOfCaller<O>> : CxOfCaller<O>;

/** Context of an anonymous operation. The actor is a visitor unless the request has a valid token or session. */
type WithoutCaller<C extends RequestCx> = Omit<C, 'actor'> & { readonly actor: Actor };

type CxOfCaller<O extends Operation> = O['method'] extends 'GET'
  ? RequestCx
  : O extends { ability: 'read'; reply: { contentType: string } }
    ? RequestCx
    : MutatingRequestCx;

/** Context of the use case of an operation, such as `UseCaseCx<'addSshKey'>`. */
export type UseCaseCx<Name extends OperationName> = CxOf<Operations[Name]>;

/** Input of a use case: the validated parts of the request, and the rows of its path, loaded, locked and guarded. */
export type Input<Name extends OperationName> = InputOf<Operations[Name]> & PreparedInput & RowsOf<Operations[Name]>;

/** Input of a quote: that of its operation, without what only its execution needs. */
export type QuoteInput<Name extends OperationName> = QuoteInputOf<Operations[Name]> & RowsOf<Operations[Name]>;

/** Reply of a use case. A `CommittedFailure` is sent after the commit. */
export type Reply<Name extends OperationName> =
  | AnswerOf<Operations[Name]>
  | WithHeaders<AnswerOf<Operations[Name]>>
  | CommittedFailure;

/** Result of a preparation, as a field of the use case's input. `Input<'createSession'> & Prepared<CheckedPassword>`. */
export interface Prepared<Result> {
  readonly prepared: Result;
}

/** Use case of an operation. Its type accepts every result of a preparation, which `Preparations` compares. */
export type UseCase<Name extends OperationName> = (
  cx: UseCaseCx<Name>,
  input: Input<Name> & Prepared<never>,
  services: Services,
) => Promise<Reply<Name>> | NoReply<Operations[Name]>;

/** A use case without a reply may be declared as `Promise<void>`. */
type NoReply<O extends Operation> = O extends { reply: { status: 204 } } ? Promise<void> : never;

/** Use cases of all operations. A missing one is a type error that names it. */
export type AllUseCases = { readonly [Name in OperationName]: UseCase<Name> };

export type UseCases = Partial<AllUseCases>;

/** Function for `?dry_run=true`. It performs all checks of the operation and changes nothing. No password is hashed. */
export type QuoteUseCase<Name extends OperationName> = (
  cx: MutatingRequestCx,
  input: QuoteInput<Name>,
  services: Services,
) => Promise<Quote>;

export type Quotes = { readonly [Name in OperationName]?: QuoteUseCase<Name> };

/**
 * Work that an operation does before its transaction begins, because the work takes long, or must take the same time whatever the database
 * contains. It only reads. The use case gets the result as `prepared`.
 */
export type Preparation<Name extends OperationName, Result> = (
  cx: RequestCx,
  body: InputOf<Operations[Name]>['body'],
  services: Services,
  /** Cookie header. */
  cookies: string | undefined,
) => Promise<Result>;

/** Preparations of use cases. Each returns what its use case takes as `prepared`. */
export type Preparations<All> = {
  readonly [Name in keyof All & OperationName]?: Preparation<Name, PreparedOf<All[Name]>>;
};

type PreparedOf<F> = F extends (cx: never, input: infer I, ...rest: never[]) => unknown
  ? I extends Prepared<infer Result>
    ? Result
    : never
  : never;
