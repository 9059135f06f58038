/**
 * Reports the progress of long commands.
 *
 * Progress records are plain data, so a process without a terminal can send them to one with a terminal.
 */
import { type Spinner, default as yoctoSpinner } from 'yocto-spinner';
import { formatDuration } from './duration.ts';

export type Progress =
  | { kind: 'begin'; title: string }
  | { kind: 'detail'; title: string; text: string }
  | { kind: 'end'; title: string; text: string; ms: number }
  | { kind: 'failed'; title: string; ms: number };

export type Report = (progress: Progress) => void;

/** Runs `work` as one reported step. `outcome` describes the result. */
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

/**
 * Returns a function that writes progress to a stream. A terminal shows a spinner and one line per step. Other streams, such as a file or a
 * CI log, get a line for the start, each detail and the end of a step.
 */
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
