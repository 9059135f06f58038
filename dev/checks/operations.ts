/**
 * One grep shows an operation, because its name stands in each room: a handler, a domain file named by its verb, a slice test.
 * What lacks one stands on contract/unfinished.ts, and that list may only shrink.
 */
import { OPERATION_NAMES } from '@innkeeper/contract/operations';
import { UNFINISHED } from '@innkeeper/contract/unfinished';
import { type Check, type RepositoryFile, repositoryFiles } from './check.ts';

/** The names that were unfinished when the list was last shortened. Lines are only ever taken out. */
const AT_MOST = 'dev/checks/unfinished-at-most.txt';

export const operations: Check = {
  name: 'operations',
  run: async () => {
    const files = await repositoryFiles((path) => path === AT_MOST || /^(http|domain|lab)\/.*\.ts$/.test(path));
    const atMost = (files.find((file) => file.path === AT_MOST)?.text ?? '').split('\n').filter(Boolean);
    const finished = OPERATION_NAMES.filter((name) => !UNFINISHED.has(name));
    return {
      problems: [...findHomeless(finished, files), ...compareUnfinished([...UNFINISHED], atMost)],
      note: `${finished.length} of ${OPERATION_NAMES.length} operations done`,
    };
  },
};

export function findHomeless(finished: readonly string[], files: readonly RepositoryFile[]): string[] {
  const inRoom = (pattern: RegExp) => files.filter((file) => pattern.test(file.path));
  const handlers = inRoom(/^http\/handlers\/(?!.*\.test\.ts$).*\.ts$/);
  const rules = inRoom(/^domain\/(?!.*\.test\.ts$).*\.ts$/);
  const slices = inRoom(/^lab\/slices\//);
  return finished.flatMap((name) => {
    const problems: string[] = [];
    if (!handlers.some((file) => new RegExp(`^  (async )?${name}\\b[:(,]`, 'm').test(file.text))) {
      problems.push(`${name} has no handler: a line \`${name}: ...\` in http/handlers/.`);
    }
    const homes = rules.filter((file) => new RegExp(`^export (async )?function ${name}\\b`, 'm').test(file.text));
    if (homes.length !== 1) {
      problems.push(`${name} needs one domain file that exports function ${name}; ${homes.length || 'none'} found.`);
    }
    for (const home of homes.filter((file) => !isNamedAfter(file.path, name))) {
      problems.push(
        `${home.path} holds ${name} but is not named by its verb: each word of the file's name must be in the operation's.`,
      );
    }
    if (!slices.some((file) => file.text.includes(`'${name}'`))) {
      problems.push(`${name} has no slice test: nothing in lab/slices/ calls '${name}'.`);
    }
    return problems;
  });
}

/** `restart.ts` holds `restartServer`, `power-off.ts` holds `powerOffServer`. */
function isNamedAfter(path: string, operation: string): boolean {
  const words = (path.split('/').at(-1) ?? '').replace(/\.ts$/, '').split('-');
  const own = kebab(operation).split('-');
  return words.every((word) => own.includes(word));
}

/** `restartServer` -> `restart-server`. */
export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export function compareUnfinished(unfinished: readonly string[], atMost: readonly string[]): string[] {
  const grown = unfinished.filter((name) => !atMost.includes(name));
  const done = atMost.filter((name) => !unfinished.includes(name));
  return [
    ...grown.map((name) => `${name} is on contract/unfinished.ts but not in ${AT_MOST}: the list may only shrink. Finish it.`),
    ...done.map((name) => `${name} is finished: take its line out of ${AT_MOST}, so that it stays so.`),
  ];
}
