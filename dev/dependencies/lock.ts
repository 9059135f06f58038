/** Reads the production packages that package-lock.json pins: everything that an installation may run, on either platform. */

export interface LockEntry {
  name?: string;
  version?: string;
  license?: string;
  integrity?: string;
  engines?: unknown;
  /** True for a package that only tests and tools need. */
  dev?: boolean;
  /** True for a workspace. */
  link?: boolean;
  os?: string | string[];
  cpu?: string | string[];
  libc?: string | string[];
}

export interface LockFile {
  packages: Record<string, LockEntry>;
}

export interface ProductionPackage {
  /** Path in the lock file, such as `node_modules/pg`. */
  path: string;
  name: string;
  version: string;
  /** SPDX expression, or `null` if the package has none. */
  licence: string | null;
  /** Range of Node versions, or `null` if the package has none. */
  engine: string | null;
}

/** Architectures that Innkeeper supports, as npm and Node name them. */
export const ARCHITECTURES = ['x64', 'arm64'] as const;
export type Architecture = (typeof ARCHITECTURES)[number];

/** Returns the packages that are not only for development, including optional ones for a supported platform. */
export function productionPackages(lock: LockFile): ProductionPackage[] {
  return Object.entries(lock.packages).flatMap(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link || entry.dev || !isSupported(entry)) return [];
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return [{ path, name, version: entry.version ?? '', licence: entry.license ?? null, engine: engineOf(entry) }];
  });
}

function isSupported({ os, cpu, libc }: LockEntry): boolean {
  return includes(os, 'linux') && ARCHITECTURES.some((architecture) => includes(cpu, architecture)) && includes(libc, 'glibc');
}

/** Returns whether a list such as `['linux']` or `['!win32']` allows `value`. An absent list allows every value. */
function includes(list: string | string[] | undefined, value: string): boolean {
  const entries = [list ?? []].flat();
  if (entries.includes(`!${value}`)) return false;
  const positive = entries.filter((entry) => !entry.startsWith('!'));
  return positive.length === 0 || positive.includes(value);
}

/** Returns the supported range of Node versions, or `null`. Old packages have a list of texts in `engines`, which npm also ignores. */
function engineOf({ engines }: LockEntry): string | null {
  if (typeof engines !== 'object' || engines === null || !('node' in engines)) return null;
  return typeof engines.node === 'string' ? engines.node : null;
}
