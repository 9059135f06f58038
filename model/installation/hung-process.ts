/** Formats the alert about a process that was restarted because it did not answer. */

/** Data about a process that did not answer. */
export interface HungProcess {
  /** `api` or `worker`. */
  name: string;
  /** Name of the node on which the process ran. */
  node: string;
  unansweredSeconds: number;
  /** JavaScript call stack of the process, innermost frame first. Empty if no JavaScript was running. */
  stack: readonly string[];
  /** Active requests, jobs and workflow steps. */
  underWay: readonly string[];
  /** True if a signal or a debugger had stopped the process. */
  isStopped: boolean;
  /** File of the diagnostic report, or `null` if no report could be taken. */
  reportFile: string | null;
}

const MAX_FRAMES = 3;
const MAX_UNDER_WAY = 8;
const MAX_CHARACTERS = 120;

/** Returns the text of the alert. Texts from the process are sanitised and truncated, because the process may be compromised. */
export function describeHang(hung: HungProcess): string {
  const { name, node, unansweredSeconds, stack, isStopped, underWay, reportFile } = hung;
  const frames = stack.slice(0, MAX_FRAMES).map(printable);
  const doing = isStopped
    ? 'A signal or a debugger had stopped it.'
    : frames.length > 0
      ? `It was running ${frames.join(', called by ')}.`
      : 'It was waiting for the operating system.';
  const more = underWay.length - MAX_UNDER_WAY;
  const listed = underWay.slice(0, MAX_UNDER_WAY).map(printable).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return [
    `The ${name} process of node ${node} did not answer for ${unansweredSeconds} s and was restarted.`,
    doing,
    `In progress: ${listed || 'nothing'}.`,
    reportFile === null ? 'No diagnostic report could be taken.' : `Diagnostic report: ${reportFile}`,
  ].join(' ');
}

function printable(text: string): string {
  const clean = text.replaceAll(/[^\x20-\x7e]/g, '?');
  return clean.length > MAX_CHARACTERS ? `${clean.slice(0, MAX_CHARACTERS)}...` : clean;
}
