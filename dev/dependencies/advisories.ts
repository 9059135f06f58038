/** Known vulnerabilities of packages, as `npm audit` reports them. */
import { type LockFile, productionPackages } from './lock.ts';

export interface Advisory {
  /** Identifier, such as `GHSA-xxxx-xxxx-xxxx`. */
  id: string;
  package: string;
  severity: string;
  title: string;
  /** True if an installation of Innkeeper may run a vulnerable version. */
  production: boolean;
}

interface Via {
  name: string;
  title: string;
  url: string;
  severity: string;
}

interface AuditReport {
  auditReportVersion: 2;
  /**
   * Vulnerable packages. `via` has an object per advisory of the package itself, and the names of vulnerable packages that it depends on.
   */
  vulnerabilities: Record<string, { via: (Via | string)[]; nodes: string[] }>;
}

/** Reads the JSON of `npm audit --json`. Throws if the format is unknown. */
export function readAudit(answer: unknown, lock: LockFile): Advisory[] {
  const report = answer as Partial<AuditReport> | undefined;
  if (report?.auditReportVersion !== 2 || !report.vulnerabilities) throw new Error('npm audit printed no report of version 2.');
  const production = new Set(productionPackages(lock).map(({ path }) => path));
  const found = Object.values(report.vulnerabilities).flatMap(({ via, nodes }) =>
    via
      .filter((one) => typeof one === 'object')
      .map(({ name, title, url, severity }) => ({
        id: url.slice(url.lastIndexOf('/') + 1),
        package: name,
        severity,
        title,
        production: nodes.some((path) => production.has(path)),
      })),
  );
  return found.sort((a, b) => `${a.id} ${a.package}`.localeCompare(`${b.id} ${b.package}`));
}

/** Returns a sentence per advisory about a production package without a reason, and per reason that no longer applies. */
export function judgeAdvisories(found: readonly Advisory[], reasons: Readonly<Record<string, string>>, file: string): string[] {
  return [
    ...found
      .filter(({ id, production }) => production && reasons[id] === undefined)
      .map(
        (one) => `${one.package}: ${one.title} (${one.severity}, ${one.id}). Update it, or say in ${file} why it does no harm.`,
      ),
    ...Object.keys(reasons)
      .filter((id) => !found.some((one) => one.id === id))
      .map((id) => `${file} explains the advisory ${id}, which no package has. Delete the entry.`),
  ];
}
