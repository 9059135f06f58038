/** The files of a home, for a comparison before and after a command that must change none. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** Files that a command may change: the database, the files of its server, the logs, and the note about the running process. */
const EXCEPT = /^(?:db(?:[./].*)?|log(?:\/.*)?|running\.json)$/;

/** Maps the path of each file, directory and link to its mode and content. The home itself is `.`. */
export function readHomeFiles(home: string): Record<string, string> {
  const names = fs.existsSync(home) ? ['.', ...fs.readdirSync(home, { recursive: true, encoding: 'utf8' })] : [];
  return Object.fromEntries(
    names.filter((name) => !EXCEPT.test(name)).map((name) => [name, describeFile(path.join(home, name))]),
  );
}

function describeFile(file: string): string {
  const { mode } = fs.lstatSync(file);
  const isFile = (mode & fs.constants.S_IFMT) === fs.constants.S_IFREG;
  const content = isFile ? createHash('sha256').update(fs.readFileSync(file)).digest('hex') : '';
  return `${mode.toString(8)} ${content}`.trim();
}
