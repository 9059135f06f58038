/** Formats the findings of the doctor. Pure. */
import type { Findings } from '@innkeeper/contract/operator/installation';

export function formatFindings({ findings }: Findings): string {
  return findings
    .map(({ name, ok, why, remedy }) => {
      const mark = ok === true ? 'ok     ' : ok === 'warn' ? 'note   ' : 'MISSING';
      return `${mark} ${name.padEnd(13)} ${why}${remedy ? `\n${' '.repeat(22)}-> ${remedy}` : ''}`;
    })
    .join('\n');
}
