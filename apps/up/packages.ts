import { installPackages } from '@innkeeper/engine/host/install';
import { missingPackages } from '@innkeeper/engine/host/packages';
import { CommandError } from '../terminal/command-error.ts';
import { type Report, step } from '../terminal/report.ts';

/** Throws a `CommandError` if a Debian package that real guests need is missing. Installs nothing. */
export async function requirePackages(): Promise<void> {
  const missing = await missingPackages();
  if (missing.length > 0)
    throw new CommandError(
      `Real guests need these Debian packages: ${missing.join(' ')}. Install them: ./innkeeper systemd install`,
    );
}

/**
 * Installs the Debian packages that real guests need, and those in `besides`. Throws a `CommandError` with the missing packages if the process
 * is not root.
 */
export async function preparePackages(report: Report, additional: readonly string[] = []): Promise<void> {
  const missing = await missingPackages(additional);
  if (missing.length > 0 && process.getuid?.() !== 0)
    throw new CommandError(
      `Real guests need these Debian packages: ${missing.join(' ')}. Install them as root, or run this command once as root, ` +
        'or try --engine simulated.',
    );
  await step(
    report,
    'Debian packages',
    (tell) => installPackages(tell, additional),
    () => (missing.length > 0 ? `installed ${missing.length}` : 'complete'),
  );
}
