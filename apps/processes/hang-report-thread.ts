/**
 * Describes the main thread, in a separate thread, when the event loop is blocked.
 *
 * Node's own `--report-on-signal` needs that event loop. The inspector does not need it: it interrupts JavaScript wherever it runs. No port
 * is opened for the inspector.
 *
 * The supervisor writes a line to the channel, and gets one line of JSON back (`HangReport`).
 */
import { Session } from 'node:inspector';
import { Socket } from 'node:net';
import { workerData } from 'node:worker_threads';
import type { HangReport } from './hang-reports.ts';

/**
 * Time limit in milliseconds to interrupt running JavaScript. After this time the main thread is assumed to wait for the operating system.
 */
const INTERRUPT_WITHIN_MS = 3_000;

/** Code that is evaluated on the paused main thread. */
const DESCRIBE = `(() => {
  Error.stackTraceLimit = 30;
  const { stack } = new Error();
  const underWay = globalThis[Symbol.for('innkeeper.underWay')]();
  return JSON.stringify({ stack, underWay, report: globalThis.process.report.getReport() });
})()`;

const { fd } = workerData as { fd: number };
const channel = new Socket({ fd, readable: true, writable: true });
channel.on('error', () => channel.destroy());
channel.once('data', () => void describe().then((report) => channel.write(`${JSON.stringify(report)}\n`)));

function describe(): Promise<HangReport> {
  return new Promise((resolve) => {
    // Without the main thread, the report describes the whole process, and its stack is that of this thread.
    const withoutMain = (): void => resolve({ stack: [], underWay: null, report: process.report.getReport() });
    setTimeout(withoutMain, INTERRUPT_WITHIN_MS);
    const session = new Session();
    session.connectToMainThread();
    session.on('Debugger.paused', ({ params }) => {
      const callFrameId = params.callFrames[0]?.callFrameId ?? '';
      session.post('Debugger.evaluateOnCallFrame', { callFrameId, expression: DESCRIBE, returnByValue: true }, (error, reply) => {
        if (error || typeof reply.result.value !== 'string') return withoutMain();
        const stalled = JSON.parse(reply.result.value) as { stack: string; underWay: string[]; report: object };
        resolve({ ...stalled, stack: framesOf(stalled.stack) });
      });
    });
    session.post('Debugger.enable');
    session.post('Debugger.pause');
  });
}

/** Returns the frames of the main thread without those of `DESCRIBE`. */
function framesOf(stack: string): string[] {
  const frames = stack
    .split('\n')
    .slice(1)
    .map((line) => line.trim().replace(/^at /, ''));
  return frames.filter((frame) => !/^eval \(|^<anonymous>/.test(frame));
}
