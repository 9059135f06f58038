/**
 * Makes another release of Innkeeper for tests: a checkout with the build of this one, in which a migration is added or the API replaced.
 *
 * An operator would get such a checkout by `git checkout` and a build. Nothing in the product knows of these changes.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@innkeeper/apps/installation/home';

export interface OtherRelease {
  version: string;
  /** Statements of a migration that this checkout does not have. */
  migration?: string;
  /** Program that replaces the API. */
  api?: string;
}

const MIGRATION = '29990101T0000-of-a-test';
const DIGEST = 'ab'.repeat(32);

/** Makes the checkout in a new directory and returns its command. `./innkeeper` of this checkout must have been built. */
export function makeRelease(directory: string, { version, migration, api }: OtherRelease): string {
  mkdirSync(directory);
  for (const name of readdirSync(projectRoot))
    if (!['build', '.git', '.innkeeper'].includes(name)) symlinkSync(path.join(projectRoot, name), path.join(directory, name));
  const build = path.join(directory, 'build');
  cpSync(path.join(projectRoot, 'build'), build, {
    recursive: true,
    filter: (file) => !/\.map$|compile-cache|pictures|promtool|nodes$/.test(file),
  });
  edit(build, /(name:"(?:innkeeper|@innkeeper\/\w+)",version:)"[^"]+"/, `$1"${version}"`);
  if (migration !== undefined) {
    edit(build, /(var MIGRATIONS=\{[^}]*)\}/, `$1,"${MIGRATION}":{up:${programOf(migration)}}}`);
    edit(build, /(var DIGESTS=\{[^}]*)\}/, `$1,"${MIGRATION}":"${DIGEST}"}`);
  }
  if (api !== undefined) writeFileSync(path.join(build, 'api.mjs'), api);
  const launcher = path.join(directory, 'start');
  writeFileSync(launcher, `#!/bin/sh\nexec '${process.execPath}' '${path.join(build, 'innkeeper.mjs')}' "$@"\n`, { mode: 0o755 });
  return launcher;
}

/** Returns the program of a migration, which has no access to the modules of the build. */
function programOf(statements: string): string {
  const text = JSON.stringify(statements);
  return `(db)=>db.executeQuery({sql:${text},parameters:[],query:{kind:"RawNode",sqlFragments:[${text}],parameters:[]},queryId:{queryId:"test"}})`;
}

/** Replaces a pattern in the files of a build. Throws if none has it. */
function edit(build: string, pattern: RegExp, replacement: string): void {
  const files = readdirSync(build).filter((name) => name.endsWith('.mjs'));
  const changed = files.filter((name) => {
    const file = path.join(build, name);
    const text = readFileSync(file, 'utf8');
    if (!pattern.test(text)) return false;
    writeFileSync(file, text.replace(pattern, replacement));
    return true;
  });
  if (changed.length === 0) throw new Error(`no file of the build has ${pattern}`);
}
