/** Compares the Node versions that packages support with those that Innkeeper runs on. */
import semver from 'semver';
import type { ProductionPackage } from './lock.ts';

/** Returns a sentence per package and version of Node that the package's `engines.node` excludes. */
export function judgeEngines(packages: readonly ProductionPackage[], nodeVersions: readonly string[]): string[] {
  return packages.flatMap(({ path, version, engine }) =>
    nodeVersions
      .filter((node) => engine !== null && !semver.satisfies(node, engine))
      .map(
        (node) => `${path} ${version} does not run on Node ${node}: it requires ${engine}. Choose another version or package.`,
      ),
  );
}
