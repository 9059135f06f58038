/** Checks that packages have a licence that is allowed in Innkeeper. */
import type { ProductionPackage } from './lock.ts';

/** A licence outside the list, with the reason why this package may be used. `licence` is the value in the lock file, or `null`. */
export interface LicenceReason {
  licence: string | null;
  reason: string;
}

/** Permissive licences. They require no more than the notice, and do not affect Innkeeper's own licence. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
]);

/** Returns a sentence per package with a licence that is not allowed, and per reason that no longer applies. */
export function judgeLicences(
  packages: readonly ProductionPackage[],
  reasons: Readonly<Record<string, LicenceReason>>,
  file: string,
): string[] {
  const others = packages.filter(({ licence }) => licence === null || !ALLOWED.has(licence));
  const unexplained = others.filter(({ name, licence }) => reasons[name]?.licence !== licence);
  const stale = Object.entries(reasons).filter(
    ([name, { licence }]) => !others.some((other) => other.name === name && other.licence === licence),
  );
  return [
    ...unexplained.map(
      ({ path, licence }) =>
        `${path} has ${licence === null ? 'no licence in its package.json' : `the licence ${licence}`}. Replace it, or say in ${file} why it may be used.`,
    ),
    ...stale.map(
      ([name, { licence }]) => `${file} explains the licence ${licence} of ${name}, which no package has. Delete the entry.`,
    ),
  ];
}
