/** Trial boots of images before they are sold. */
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { type Report, step } from '@innkeeper/apps/terminal/report';
import { virtualBytes } from '@innkeeper/engine/compute/qemu/disk';
import type { ImageTrials, TrialResult } from '@innkeeper/engine/compute/qemu/try-image';
import type { TriedFile } from '@innkeeper/operations/images.staff';
import type { Draft } from './fetch.ts';

export interface Trial extends Draft {
  key: string;
  memoryMb: number;
  /** True to sell the image without a trial boot. */
  untested: boolean;
}

const GIB = 2 ** 30;

/** Returns the least disk of an image in GB. Throws `EngineError('image')` if the image refers to another file. */
export async function minimumDiskGb({ path, format }: Draft): Promise<number> {
  return Math.max(1, Math.ceil((await virtualBytes(path, format, 'the image')) / GIB));
}

/**
 * Boots an image once, and returns how its guests report a boot. Guests of the simulated engine (`trials` is `null`) always report. Throws
 * a `CommandError` with the end of the console if the image cannot be sold.
 */
export async function tryImage(
  trials: Pick<ImageTrials, 'boot'> | null,
  { key, path, format, memoryMb, untested }: Trial,
  report: Report,
): Promise<TriedFile['reports']> {
  const diskGb = await minimumDiskGb({ path, format });
  if (untested) return 'none';
  if (trials === null) return 'agent';
  const boot = () => trials.boot({ image: { key, path, format }, diskGb, memoryMb });
  const result = await step(report, `Trial boot of ${key}, at most 15 minutes`, boot, ({ passed }) =>
    passed ? 'passed' : 'failed',
  );
  if (!result.passed) throw new CommandError(explainFailure(key, result));
  return result.reports;
}

function explainFailure(key: string, { why, console }: TrialResult & { passed: false }): string {
  const end =
    console.length === 0
      ? 'Its console is empty.'
      : ['The end of its console:', ...console.map((line) => `  ${line}`)].join('\n');
  return `The trial boot of ${key} failed: the guest ${why}. The image is not sold. To sell it all the same, add --untested.\n${end}`;
}
