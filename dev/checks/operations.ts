/**
 * One grep shows an operation, because its name stands in each room: a handler, a domain file named by its verb, a slice test.
 * What lacks one stands on contract/unfinished.ts, and that list may only shrink (released.ts).
 */
import { OPERATION_NAMES } from '@innkeeper/contract/operations';
import { UNFINISHED } from '@innkeeper/contract/unfinished';
import { type Check, type RepositoryFile, repositoryFiles } from './check.ts';

export const operations: Check = {
  name: 'operations',
  run: async () => {
    const files = await repositoryFiles((path) => /^(http|domain|lab)\/.*\.ts$/.test(path));
    const finished = OPERATION_NAMES.filter((name) => !UNFINISHED.has(name));
    return {
      problems: findHomeless(finished, files),
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
    if (!slices.some((file) => tries(file.text, name))) {
      problems.push(`${name} has no slice test: nothing in lab/slices/ calls '${name}', and no title there names it.`);
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

/** A call by name, or a test that runs and is named after it; a name in a comment, a list or a skipped test is none. */
function tries(text: string, name: string): boolean {
  const code = text.replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '');
  if (new RegExp(`\\bcall\\(\\s*'${name}'`).test(code)) return true;
  return new RegExp(`^\\s*(test|it|describe)(\\.each\\([^]*?\\))?\\(\\s*['"\`][^'"\`\\n]*\\b${name}\\b`, 'm').test(code);
}
