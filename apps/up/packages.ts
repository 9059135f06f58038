import { installPackages } from '@innkeeper/engine/host/install';
import { missingPackages } from '@innkeeper/engine/host/packages';
import { Refusal } from '../terminal/refusal.ts';
import { type Report, step } from '../terminal/report.ts';

/** Installs the Debian packages that real guests need, and `besides`; without root it can only say which are missing. */
export async function preparePackages(report: Report, besides: readonly string[] = []): Promise<void> {
  const missing = await missingPackages(besides);
  if (missing.length > 0 && process.getuid?.() !== 0)
    throw new Refusal(
      `Real guests need these Debian packages: ${missing.join(' ')}. Install them as root, or run this command once as root, ` +
        'or try --engine simulated.',
    );
  await step(
    report,
    'Debian packages',
    (tell) => installPackages(tell, besides),
    () => (missing.length > 0 ? `installed ${missing.length}` : 'complete'),
  );
}
