/**
 * What an operator may do, one entry each, beside the customers' operations: the command line serves them all, and HTTP those of
 * `routes.ts` to the staff. The name taken apart is the command (`suspendAccount`: `account suspend`), and so is the input: each field is a flag or an argument.
 */
import type { FailureCode } from '@innkeeper/model/failures';
import type { z } from 'zod';
import type { FormRules } from '../body-limits.ts';

export interface OperatorOperation {
  audience: 'operator';
  /** The grouping key: the folder in operations/operator/, the file here. */
  resource: string;
  /** What it does, one sentence in the imperative: the help of its command. */
  summary: string;
  /** Whether it changes anything; then it writes an audit line of its name. */
  changes: boolean;
  /** Of its command, where one word says too little: `export-zone`. Default: the first word of the name. */
  verb?: string;
  /** Fields of the input that the command takes as arguments, in this order; the others are flags. */
  args?: readonly string[];
  /** Strict. A field's `meta`: `description` for the help, `value` for what stands in its flag's brackets, `no` for a negated flag. */
  input: z.ZodObject;
  /** It takes these files besides: over HTTP as multipart/form-data, in whose text a flag is `true`; the command takes their paths. */
  files?: FormRules['files'];
  /** Of a body with files. */
  maxBodyBytes?: number;
  /** A file is what it is for: HTTP answers with its bytes, and the command writes them to where this field of the input says. */
  savesTo?: string;
  /** Fields that only the command takes: over HTTP they are unknown. `routes.ts` says why. */
  hostOnly?: readonly string[];
  /** JSON: times are ISO 8601 in UTC, money is a decimal as text. */
  reply: z.ZodObject;
  /** Its reply holds a secret, so it is never stored for a repeat. */
  secret?: boolean;
  /** Besides `validation`, which any input can be refused with. */
  failures: readonly FailureCode[];
}

/** Keeps the literal and schema types of an entry while checking its shape. */
export function operatorOperation<const T extends Omit<OperatorOperation, 'audience'>>(entry: T): T & { audience: 'operator' } {
  return { ...entry, audience: 'operator' };
}

/** What a use case gets: validated and with defaults filled in. */
export type InputOf<O extends OperatorOperation> = z.output<O['input']>;

/** The reply as the command prints it with `--json`. */
export type ReplyOf<O extends OperatorOperation> = z.output<O['reply']>;

/** The reply as a use case makes it: a time may be a Date still. */
export type ResultOf<O extends OperatorOperation> = Dated<ReplyOf<O>>;

/** Of JSON with times: as it is before it is text. */
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
