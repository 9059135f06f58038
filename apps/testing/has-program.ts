import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Directories in which Debian installs programs of the administrator, which the path of other users lacks. */
const ADMINISTRATOR_DIRECTORIES = ['/usr/local/sbin', '/usr/sbin', '/sbin'];

/** Returns whether a program of this name is installed. */
export function hasProgram(
  name: string,
  directories = [...(process.env.PATH ?? '').split(':'), ...ADMINISTRATOR_DIRECTORIES],
): boolean {
  return directories.some((directory) => {
    try {
      accessSync(path.join(directory, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
