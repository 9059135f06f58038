/** Finds the files of use cases. Use cases of one factory may share a file: `export const stopServer = powerAction('stopServer', 'stop')`. */
import type { RepositoryFile } from './check.ts';

/** Import that makes a file one of use cases: of customers, or of staff. */
export const CUSTOMER_FILES = /from '(?:\.\/|(?:\.\.\/)+)define\.ts'/;
export const STAFF_FILES = /from '(?:\.\/|(?:\.\.\/)+)define\.staff\.ts'/;

/** Returns the files of use cases that export one of this name. */
export function homesOf(name: string, imports: RegExp, code: readonly RepositoryFile[]): RepositoryFile[] {
  const exported = new RegExp(`^export ((async )?function|const) ${name}\\b`, 'm');
  return code.filter(({ text }) => imports.test(text) && exported.test(text));
}
