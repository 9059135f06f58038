/** Makes a copy of the repository in which lines can be broken. It has the repository's files and links to the installed packages. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Creates the copy and returns its directory. */
export function makeScratch(root: string): string {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'innkeeper-mutate-'));
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { cwd: root, maxBuffer: 64e6 }).toString().split('\0').filter(Boolean);
  for (const file of files) {
    if (!fs.existsSync(path.join(root, file))) continue;
    fs.mkdirSync(path.dirname(path.join(scratch, file)), { recursive: true });
    fs.copyFileSync(path.join(root, file), path.join(scratch, file));
  }
  linkPackages(root, scratch);
  return scratch;
}

/** Links the packages. The repository's own workspaces are packages too, and link to the copy. */
function linkPackages(root: string, scratch: string): void {
  const [from, to] = [path.join(root, 'node_modules'), path.join(scratch, 'node_modules')];
  fs.mkdirSync(path.join(to, '@innkeeper'), { recursive: true });
  for (const name of fs.readdirSync(from)) {
    if (name !== '@innkeeper' && name !== '.vite') fs.symlinkSync(path.join(from, name), path.join(to, name));
  }
  for (const room of fs.readdirSync(path.join(from, '@innkeeper'))) {
    fs.symlinkSync(path.join(scratch, room), path.join(to, '@innkeeper', room));
  }
}
