import type { InputOf, OperatorOperation, ReplyOf, ResultOf } from '@innkeeper/contract/operator/define';
import { type Checked, check } from '@innkeeper/contract/validation-messages';
import type { Installation } from './installation.ts';

/** The action of a command, and the format of its reply for people. */
export interface Binding<O extends OperatorOperation> {
  /** `paths`: of the files that come with it. */
  run(at: Installation, input: InputOf<O>, paths: readonly string[]): Promise<ResultOf<O>>;
  /** Ends without a line break. */
  format(reply: ReplyOf<O>, input: InputOf<O>): string;
  /** `--quiet`: what alone is printed then, and its description. */
  quiet?: { description: string; format(reply: ReplyOf<O>): string };
}

/** Of each entry its binding: a missing one is an error of types. */
export type Bindings<Entries extends Record<string, OperatorOperation>> = { [Name in keyof Entries]: Binding<Entries[Name]> };

/** Checks an input by its entry. Returns it with defaults filled in, or the errors by field. */
export function checkInput<O extends OperatorOperation>(entry: O, given: unknown): Checked<InputOf<O>> {
  const checked = check('body', entry.input, given);
  // The schema of this entry has let it through.
  return checked.ok ? { ok: true, value: checked.value as InputOf<O> } : checked;
}

/** Acts, and returns the reply as JSON has it: times become text. */
export async function perform<O extends OperatorOperation>(
  { run }: Binding<O>,
  at: Installation,
  input: InputOf<O>,
  paths: readonly string[] = [],
): Promise<ReplyOf<O>> {
  return JSON.parse(JSON.stringify(await run(at, input, paths))) as ReplyOf<O>;
}
