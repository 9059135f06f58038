/**
 * Checks the use case of an operation: it is exported once in its folder, in a file named by its verb. Use cases of one factory may share a
 * file with the name of the family: `export const stopServer = powerAction('stopServer', 'stop')`.
 */
import type { RepositoryFile } from './check.ts';

/** Import that makes a file one of use cases: of customers, or of staff. */
export const CUSTOMER_FILES = /from '(?:\.\/|(?:\.\.\/)+)define\.ts'/;
export const STAFF_FILES = /from '(?:\.\/|(?:\.\.\/)+)define\.staff\.ts'/;

/** Returns the files of use cases that export one of this name. */
export function homesOf(name: string, imports: RegExp, code: readonly RepositoryFile[]): RepositoryFile[] {
  const exported = new RegExp(`^export ((async )?function|const) ${name}\\b`, 'm');
  return code.filter(({ text }) => imports.test(text) && exported.test(text));
}

/** Returns the problems of a use case. `code`: the files of the folder, without tests. */
export function misplacedUseCase(name: string, folder: string, code: readonly RepositoryFile[]): string[] {
  const homes = code.filter((file) => new RegExp(`^export ((async )?function|const) ${name}\\b`, 'm').test(file.text));
  return [
    ...(homes.length === 1 ? [] : [`${name} needs one file in ${folder} that exports ${name}; ${homes.length || 'none'} found.`]),
    ...homes
      .filter(({ path, text }) => !isNamedAfter(path, name) && !isFamily(text))
      .map(
        ({ path }) =>
          `${path} holds ${name} but is not named by its verb: each word of the file's name must be in the operation's, unless factories make all that it exports.`,
      ),
  ];
}

/** Returns whether a file is named after an operation: `restart.ts` for `restartServer`, `power-off.ts` for `powerOffServer`. */
function isNamedAfter(path: string, operation: string): boolean {
  const words = (path.split('/').at(-1) ?? '').replace(/\.ts$/, '').split('-');
  const own = kebab(operation).split('-');
  return words.every((word) => own.includes(word));
}

/** Returns whether a file contains several use cases that are all made by a factory. */
function isFamily(text: string): boolean {
  const made = text.match(/^export const \w+ = [\w.]+(<.*>)?\(/gm) ?? [];
  return made.length > 1 && !/^export (async )?function /m.test(text);
}

/** Converts a name to kebab case: `restartServer` becomes `restart-server`. */
function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
