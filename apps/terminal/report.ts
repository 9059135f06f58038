/**
 * The progress report of a long command. Steps are plain data, so that a process without a terminal can send them to one that has
 * it.
 */
import { type Spinner, default as yoctoSpinner } from 'yocto-spinner';
import { formatDuration } from './duration.ts';

export type Progress =
  | { kind: 'begin'; title: string }
  | { kind: 'detail'; title: string; text: string }
  | { kind: 'end'; title: string; text: string; ms: number }
  | { kind: 'failed'; title: string; ms: number };

export type Report = (progress: Progress) => void;

/** Runs `work` as one reported step; `outcome` describes its result. */
export async function step<T>(
  report: Report,
  title: string,
  work: (tell: (text: string) => void) => Promise<T>,
  outcome: (result: T) => string = () => '',
): Promise<T> {
  const began = performance.now();
  report({ kind: 'begin', title });
  try {
    const result = await work((text) => report({ kind: 'detail', title, text }));
    report({ kind: 'end', title, text: outcome(result), ms: performance.now() - began });
    return result;
  } catch (error) {
    report({ kind: 'failed', title, ms: performance.now() - began });
    throw error;
  }
}

/** On a terminal a spinner and one line a step; elsewhere (CI, a file) a line when it begins, for each detail, and at its end. */
export function terminalReport(stream: NodeJS.WriteStream = process.stdout): Report {
  return stream.isTTY ? spinnerReport(stream) : lineReport(stream);
}

function lineReport(stream: NodeJS.WriteStream): Report {
  return (progress) => {
    if (progress.kind === 'begin') stream.write(`${progress.title} ...\n`);
    else if (progress.kind === 'detail') stream.write(`    ${progress.text}\n`);
    else if (progress.kind === 'end') stream.write(`  ${outcome(progress)}\n`);
    else stream.write(`  failed: ${progress.title}  ${formatDuration(progress.ms)}\n`);
  };
}

function spinnerReport(stream: NodeJS.WriteStream): Report {
  let spinner: Spinner | undefined;
  return (progress) => {
    if (progress.kind === 'begin') {
      spinner = yoctoSpinner({ text: progress.title, stream }).start();
    } else if (spinner) {
      if (progress.kind === 'detail') spinner.text = `${progress.title}: ${progress.text}`.slice(0, stream.columns - 4);
      else if (progress.kind === 'end') spinner.success(outcome(progress));
      else spinner.error(`${progress.title}  ${formatDuration(progress.ms)}`);
    }
  };
}

function outcome(end: { title: string; text: string; ms: number }): string {
  return `${end.title}${end.text && `: ${end.text}`}  ${formatDuration(end.ms)}`;
}
