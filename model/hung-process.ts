/** Describes a process that was restarted because it did not answer, for the operator's alert. */

/** What is known of a process that did not answer. */
export interface HungProcess {
  /** `api` or `worker`. */
  name: string;
  /** Name of its node. */
  node: string;
  unansweredSeconds: number;
  /** Frames of the JavaScript that it was running, innermost first. Empty if it ran none. */
  stack: readonly string[];
  /** Requests, jobs and workflow steps that were under way. */
  underWay: readonly string[];
  /** Whether a signal or a debugger had stopped it. */
  isStopped: boolean;
  /** File of the diagnostic report; `null` if none could be taken. */
  reportFile: string | null;
}

const MAX_FRAMES = 3;
const MAX_UNDER_WAY = 8;
const MAX_CHARACTERS = 120;

/** Returns the text of the alert. Texts of the process itself are cut, as the process may be in hostile hands. */
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
