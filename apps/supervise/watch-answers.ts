/**
 * Checks every 5 s whether the event loop of a process runs, and kills a process that has not answered for 30 s.
 *
 * Before the kill, a separate thread of the process reports where the main thread hangs.
 */
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Duplex } from 'node:stream';
import { isNodeError } from '@innkeeper/engine/atomic';
import { isStoppedProcess } from '@innkeeper/model/installation/process-stat';
import { ASK_EVERY_MS, isHung, MAX_UNANSWERED, NO_ROUNDS, nextRound } from '@innkeeper/model/installation/responsiveness';
import type { HangReport } from '../processes/hang-reports.ts';
import type { LivenessCheck } from '../processes/messages.ts';
import { parseHangReport } from './parse-hang-report.ts';

/** Longer than the reporting thread waits for the main thread. */
const REPORT_WITHIN_MS = 5_000;
/** A report has 20 KB, plus about 200 bytes for each open connection. */
const MAX_REPORT_CHARACTERS = 4 * 1024 * 1024;

/** A process that was killed because it did not answer. */
export interface Hang {
  unansweredSeconds: number;
  /** True if a signal or a debugger had stopped the process. */
  isStopped: boolean;
  /** Report of the process, or `null` if it sent none. */
  report: HangReport | null;
  /** Work in progress at the hang. Without a report, the work in progress at the last answer. */
  underWay: readonly string[];
}

interface AnswerWatch {
  /** Records an answer. Must be called for each answer of the process. */
  answered(underWay: readonly string[]): void;
  /** Stops the checks. */
  stop(): void;
}

interface AnswerWatchOptions {
  /** Interval in milliseconds between two checks, 5 s by default. */
  checkIntervalMs?: number | undefined;
  /** Returns whether the process has started and was not asked to stop. */
  isServing(): boolean;
  onHang(hang: Hang): void;
}

/** Starts the checks of a process. `channel` is the channel to its reporting thread. */
export function watchAnswers(child: ChildProcess, channel: Duplex, options: AnswerWatchOptions): AnswerWatch {
  const { checkIntervalMs: askEveryMs = ASK_EVERY_MS, isServing, onHang } = options;
  let rounds = NO_ROUNDS;
  let answered = false;
  let lastUnderWay: readonly string[] = [];
  const timer = setInterval(() => {
    const serving = isServing();
    rounds = nextRound(rounds, { at: performance.now(), serving, answered }, askEveryMs);
    answered = false;
    if (isHung(rounds)) void end();
    else if (serving) ask(child);
  }, askEveryMs);

  async function end(): Promise<void> {
    clearInterval(timer);
    const isStopped = isStoppedNow(child.pid);
    const report = await askForReport(channel);
    child.kill('SIGKILL');
    const unansweredSeconds = Math.round((MAX_UNANSWERED * askEveryMs) / 1_000);
    onHang({ unansweredSeconds, isStopped, report, underWay: report?.underWay ?? lastUnderWay });
  }

  return {
    answered(underWay) {
      answered = true;
      lastUnderWay = underWay;
    },
    stop: () => clearInterval(timer),
  };
}

/** Asks a process for an answer. Does nothing if the process has just exited, because it is restarted anyway. */
function ask(child: ChildProcess): void {
  if (child.connected) child.send({ kind: 'ask' } satisfies LivenessCheck, () => {});
}

function askForReport(channel: Duplex): Promise<HangReport | null> {
  return new Promise((resolve) => {
    let text = '';
    const end = (): void => {
      clearTimeout(timer);
      resolve(parseHangReport(text));
    };
    const timer = setTimeout(end, REPORT_WITHIN_MS);
    channel.setEncoding('utf8');
    channel.on('data', (part: string) => {
      text += part;
      if (text.includes('\n') || text.length > MAX_REPORT_CHARACTERS) end();
    });
    channel.once('close', end);
    channel.write('report\n');
  });
}

function isStoppedNow(pid: number | undefined): boolean {
  try {
    return isStoppedProcess(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    if (isNodeError(error, 'ENOENT', 'ESRCH')) return false;
    throw error;
  }
}
