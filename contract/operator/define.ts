/**
 * An entry for each operation of the operator. The command line serves all of them, and HTTP serves those of `routes.ts` to
 * staff. The name gives the command (`suspendAccount`: `account suspend`), and each field of the input is an option or an
 * argument.
 */
import type { FailureCode } from '@innkeeper/model/failures';
import type { z } from 'zod';
import type { FormRules } from '../body-limits.ts';

export interface OperatorOperation {
  audience: 'operator';
  /** Resource that the operation belongs to. Names the folder in `operations/operator/` and the file in this folder. */
  resource: string;
  /** One imperative sentence, which is the help of the command. */
  summary: string;
  /** True if the operation changes anything. Each change writes an audit line with the operation's name. */
  changes: boolean;
  /** True for a change that the command also makes while the installation recovers from a restore. */
  inRecovery?: true;
  /** Verb of the command, such as `export-zone`. Defaults to the first word of the name. */
  verb?: string;
  /** Input fields that the command takes as arguments, in this order. The others are options. */
  args?: readonly string[];
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
  /** Input fields that only the command accepts. `routes.ts` gives the reasons. */
  hostOnly?: readonly string[];
  /** Reply schema. Times are ISO 8601 in UTC, and money is a decimal number as text. */
  reply: z.ZodObject;
  /** True if the reply contains a secret. Such a reply is never stored for a repeated request. */
  secret?: boolean;
  /** Failure codes in addition to `validation`, which every input can cause. */
  failures: readonly FailureCode[];
}

/** Returns the entry with its audience. The compiler checks its shape and keeps its literal types. */
export function operatorOperation<const T extends Omit<OperatorOperation, 'audience'>>(entry: T): T & { audience: 'operator' } {
  return { ...entry, audience: 'operator' };
}

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
