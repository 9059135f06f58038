/** Formats the findings of the doctor. Pure. */
import type { Finding, Findings } from '@innkeeper/contract/operator/installation';

type Result = Finding['ok'];

/** Marks, in the order of the output: what a person must do comes before what is in order. */
const MARKS: readonly (readonly [ok: Result, mark: string])[] = [
  [false, 'MISSING'],
  ['warn', 'note   '],
  [true, 'ok     '],
];

/** Formats findings, problems first. Findings of the same severity keep their order. */
export function formatFindings({ findings }: Findings): string {
  return MARKS.flatMap(([result, mark]) =>
    findings
      .filter(({ ok }) => ok === result)
      .map(({ name, why, remedy }) => `${mark} ${name.padEnd(13)} ${why}${remedy ? `\n${' '.repeat(22)}-> ${remedy}` : ''}`),
  ).join('\n');
}
