/**
 * An entry for each operation of the staff, with everything that its command and its route need. The command line serves all of them, and
 * HTTP those that have a route. Each field of the input is an option or an argument.
 */
import type { FailureCode } from '@innkeeper/model/failures';
import type { NeededApproval, StaffRole } from '@innkeeper/model/people/staff';
import type { z } from 'zod';
import type { FormRules } from '../body-limits.ts';
import type { Method } from '../define.ts';

interface StaffEntry {
  audience: 'operator';
  /** Noun and verb of the command, such as `account suspend`. */
  command: `${string} ${string}`;
  /** Input fields that the command takes as arguments, in this order. The others are options. */
  args?: readonly string[];
  /** Resource that the operation belongs to. Names its files or folder in `operations/`. */
  resource: string;
  /** One imperative sentence, which is the help of the command. */
  summary: string;
  /** True if the operation changes anything. Each change writes an audit line, as a rule with the operation's name. */
  changes: boolean;
  /** True for a change that the command also makes while the installation recovers from a restore. */
  inRecovery?: true;
  /**
   * Input schema, strict. The `meta` of a field has `description` for the help, `value` for the placeholder of its option, and
   * `no` for a negated option.
   */
  input: z.ZodObject;
  /** Uploaded files. The command takes their paths. HTTP takes multipart/form-data, in which a flag is the text `true`. */
  files?: FormRules['files'];
  /** Limit in bytes for a body with files. */
  maxBodyBytes?: number;
  /** Input field with the path to write to, for an operation that returns a file. Over HTTP the bytes are the response. */
  savesTo?: string;
  /** Reply schema. Times are ISO 8601 in UTC, and money is a decimal number as text. */
  reply: z.ZodObject;
  /** True if the reply contains a secret. Such a reply is never stored for a repeated request. */
  secret?: boolean;
  /** Failure codes in addition to `validation`, which every input can cause. */
  failures: readonly FailureCode[];
}

/** Entry of an operation that the command line and HTTP serve. */
export interface ServedOperation extends StaffEntry {
  method: Method;
  /** Path in the form of OpenAPI, without `/v1`: `/operator/accounts/{account}/suspend`. */
  path: `/operator/${string}`;
  /** Roles that may use the operation, in addition to `owner`, which may use every operation. */
  roles: readonly Exclude<StaffRole, 'owner'>[];
  /** Status of a success. Default: 200. */
  status?: 201;
  /**
   * Set if the operation costs money, grants rights or causes a loss. In a session, the person must have authenticated within the last
   * 15 minutes. A token belongs to a program, so this rule does not apply to tokens.
   */
  recent?: true;
  /** Set if the operation may need a second person. It then returns 202 with the pending `Approval`. */
  approval?: NeededApproval;
  /** Input fields that only the command accepts. The entry says why. */
  hostFields?: readonly string[];
  hostOnly?: never;
}

/** Entry of an operation that only the command line of the host serves. */
export interface HostOperation extends StaffEntry {
  /** Reason why HTTP does not serve it. */
  hostOnly: string;
  method?: never;
  path?: never;
  roles?: never;
  status?: never;
  recent?: never;
  approval?: never;
  hostFields?: never;
}

export type OperatorOperation = ServedOperation | HostOperation;

/** Entry of an operation with which staff sign in. It has no command, and no role: it needs no session, or any session. */
export interface SignInOperation extends Pick<StaffEntry, 'audience' | 'summary' | 'changes' | 'input' | 'reply' | 'failures'> {
  method: Method;
  /** Path in the form of OpenAPI, without `/v1`. */
  path: `/operator/sessions${string}`;
  status: 200 | 201;
  /** True if the operation needs no session. */
  anonymous?: true;
}

/** Returns the entry with its audience. The compiler checks its shape and keeps its literal types. */
export function staffOperation<const T extends Omit<ServedOperation, 'audience'> | Omit<HostOperation, 'audience'>>(
  entry: T,
): T & { audience: 'operator' } {
  return { ...entry, audience: 'operator' };
}

/** Returns the entry with its audience. The compiler checks its shape and keeps its literal types. */
export const staffSignIn = <const T extends Omit<SignInOperation, 'audience'>>(entry: T): T & { audience: 'operator' } => ({
  ...entry,
  audience: 'operator',
});

/** Input of a use case: validated and with defaults. */
export type InputOf<O extends OperatorOperation> = z.output<O['input']>;

/** Reply as the command prints it with `--json`. */
export type ReplyOf<O extends OperatorOperation> = z.output<O['reply']>;

/** Reply as a use case returns it, in which a time may be a `Date`. */
export type ResultOf<O extends OperatorOperation> = Dated<ReplyOf<O>>;

/** JSON type in which each text may also be a `Date`. */
export type Dated<T> = unknown extends T
  ? T
  : T extends string
    ? string extends T
      ? T | Date
      : T
    : T extends readonly (infer Item)[]
      ? readonly Dated<Item>[]
      : T extends object
        ? { [Key in keyof T]: Dated<T[Key]> }
        : T;
