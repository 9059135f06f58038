import type { InputOf, OperatorOperation, ReplyOf, ResultOf } from '@innkeeper/contract/operator/define';
import { type Checked, check } from '@innkeeper/contract/validation-messages';
import type { Installation } from './installation.ts';

/** The action of a command, and the format of its reply for people. */
export interface Binding<O extends OperatorOperation> {
  /** Runs the command. `paths`: files on the command line. */
  run(installation: Installation, input: InputOf<O>, paths: readonly string[]): Promise<ResultOf<O>>;
  /** Returns the text for a person, without a final line break. */
  format(reply: ReplyOf<O>, input: InputOf<O>): string;
  /** Returns whether the command did only a part of its work. It prints its reply and ends with status 1. */
  isIncomplete?(reply: ReplyOf<O>): boolean;
  /** Description of `--quiet`, and the only text that it prints. */
  quiet?: { description: string; format(reply: ReplyOf<O>): string };
}

/** Binding of each entry. A missing binding is a type error. */
export type Bindings<Entries extends Record<string, OperatorOperation>> = { [Name in keyof Entries]: Binding<Entries[Name]> };

/** Checks an input by its entry. Returns it with defaults filled in, or the errors by field. */
export function checkInput<O extends OperatorOperation>(entry: O, given: unknown): Checked<InputOf<O>> {
  const checked = check('body', entry.input, given);
  // The schema of this entry has accepted the input.
  return checked.ok ? { ok: true, value: checked.value as InputOf<O> } : checked;
}

/** Runs the command and returns the reply as parsed JSON, in which times are texts. */
export async function perform<O extends OperatorOperation>(
  { run }: Binding<O>,
  installation: Installation,
  input: InputOf<O>,
  paths: readonly string[] = [],
): Promise<ReplyOf<O>> {
  return JSON.parse(JSON.stringify(await run(installation, input, paths))) as ReplyOf<O>;
}
