import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { collectPackages, packageOf, resolvedFiles } from './packages.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'innkeeper-packages-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function givenPackage(directory: string, manifest: object = {}): void {
  mkdirSync(join(root, directory), { recursive: true });
  writeFileSync(join(root, directory, 'package.json'), JSON.stringify(manifest));
}

test('collects imported packages and their dependencies, each once', () => {
  givenPackage('node_modules/a', { dependencies: { b: '1', '@s/c': '1' } });
  givenPackage('node_modules/b', { dependencies: { '@s/c': '1', a: '1' } });
  givenPackage('node_modules/@s/c');
  givenPackage('node_modules/unused');
  expect(collectPackages(root, ['a'])).toEqual(['node_modules/@s/c', 'node_modules/a', 'node_modules/b']);
});

test('leaves out a nested package, and collects its dependencies from outside', () => {
  givenPackage('node_modules/a', { dependencies: { b: '2' } });
  givenPackage('node_modules/a/node_modules/b', { dependencies: { c: '1' } });
  givenPackage('node_modules/b');
  givenPackage('node_modules/c');
  expect(collectPackages(root, ['a'])).toEqual(['node_modules/a', 'node_modules/c']);
});

test('leaves out optional packages of other platforms, and throws for a missing package', () => {
  givenPackage('node_modules/a', { dependencies: { win: '1' }, optionalDependencies: { win: '1', linux: '1' } });
  givenPackage('node_modules/linux');
  expect(collectPackages(root, ['a'])).toEqual(['node_modules/a', 'node_modules/linux']);
  givenPackage('node_modules/b', { dependencies: { gone: '1' } });
  expect(() => collectPackages(root, ['b'])).toThrow('The package gone, which node_modules/b needs, is not installed.');
});

test('returns the package of an import', () => {
  expect(['pg', 'pg/lib/a.js', '@s/c', '@s/c/d.js'].map(packageOf)).toEqual(['pg', 'pg', '@s/c', '@s/c']);
});

test('finds files of packages that a bundle resolves', () => {
  const bundle = `a=require.resolve("@s/font/400/Font_400.ttf");b=createRequire(x).resolve('words/src/list.json');path.resolve("build")`;
  expect(resolvedFiles(bundle)).toEqual(['@s/font/400/Font_400.ttf', 'words/src/list.json']);
});
