/** Finds the npm packages that a program needs at run time: its imports and their dependencies. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface Manifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/**
 * Returns the directories of `names` and all their dependencies, relative to `root` and sorted. Omits optional dependencies that are not
 * installed, and directories inside another one of the list. Throws if any other package is missing.
 */
export function collectPackages(root: string, names: Iterable<string>): string[] {
  const found = new Set<string>();
  for (const name of names) visit(name, root, false);
  return [...found].filter((directory) => !hasParent(directory)).sort();

  function visit(name: string, from: string, isOptional: boolean): void {
    const directory = findPackage(name, from);
    if (directory === null) {
      if (isOptional) return;
      throw new Error(`The package ${name}, which ${path.relative(root, from) || 'Innkeeper'} needs, is not installed.`);
    }
    const relative = path.relative(root, directory);
    if (found.has(relative)) return;
    found.add(relative);
    const { dependencies = {}, optionalDependencies = {} } = readManifest(directory);
    for (const needed of Object.keys(dependencies)) visit(needed, directory, needed in optionalDependencies);
    for (const optional of Object.keys(optionalDependencies)) visit(optional, directory, true);
  }

  /**
   * Returns the directory of a package as Node finds it, in the nearest node_modules at or above `from`. Returns `null` if there is none.
   */
  function findPackage(name: string, from: string): string | null {
    for (let above = from; ; above = path.dirname(above)) {
      const directory = path.join(above, 'node_modules', name);
      if (existsSync(path.join(directory, 'package.json'))) return directory;
      if (above === root) return null;
    }
  }

  function hasParent(directory: string): boolean {
    for (let above = path.dirname(directory); above !== '.'; above = path.dirname(above)) if (found.has(above)) return true;
    return false;
  }
}

function readManifest(directory: string): Manifest {
  return JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8')) as Manifest;
}

/** Returns the package of an import: `pg` for `pg/lib/client.js`, `@scope/name` for `@scope/name/file.js`. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Returns the package files that a bundle resolves: `pkg/font.ttf` for `require.resolve("pkg/font.ttf")`. */
export function resolvedFiles(bundle: string): string[] {
  return [...bundle.matchAll(/\.resolve\(["']((?:@[\w.-]+\/)?[\w.-]+\/[\w./-]+\.\w+)["']\)/g)].map(([, file = '']) => file);
}
