/** Finds the npm packages that a program needs to run: those that it imports, and the packages that these depend on. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface Manifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/**
 * Returns the directories of `names` and of everything that they depend on, relative to `root` and sorted. Optional dependencies that are not
 * installed are left out. A directory inside another one of the list is left out too. Throws for any other package that is missing.
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
    for (const wanted of Object.keys(optionalDependencies)) visit(wanted, directory, true);
  }

  /** Returns the directory as Node finds it: in the nearest node_modules at or above `from`. */
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

/** Returns the package of an import: `pg` of `pg/lib/client.js`, `@scope/name` of `@scope/name/file.js`. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Returns the files that a bundle looks up in packages: `pkg/font.ttf` of `require.resolve("pkg/font.ttf")`. */
export function resolvedFiles(bundle: string): string[] {
  return [...bundle.matchAll(/\.resolve\(["']((?:@[\w.-]+\/)?[\w.-]+\/[\w./-]+\.\w+)["']\)/g)].map(([, file = '']) => file);
}
