/** Licences under which a package may be part of Innkeeper without asking. */
import type { ProductionPackage } from './lock.ts';

/** A licence outside the list, and why this package may be used under it. `licence` is what the lock file says, or `null`. */
export interface LicenceReason {
  licence: string | null;
  reason: string;
}

/** Permissive licences: they ask for no more than the notice, and leave Innkeeper's own licence as it is. */
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

/** Returns a sentence per package whose licence nobody has allowed, and per reason that no longer applies. */
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
