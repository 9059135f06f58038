/**
 * Measures whether the processor time of a function is linear in the length of a text. No bound is an absolute time. The time for a text is
 * compared with the time for a sixteenth of the text. It is also compared with a reference function that reads each character once.
 */

/**
 * Lengths in characters, each 4 times the previous one. Shorter texts come first, and end measurements that would take minutes for the
 * longest text.
 */
const LENGTHS = [1, 4, 16, 64].map((kb) => kb * 1024);
/**
 * Ratio of the lengths of a text and its compared part. The ratio is too large for noise to hide the difference. A linear function takes 16
 * times as long for the whole, a quadratic one 256 times.
 */
const PART = 16;
const MAX_RATIO = 64;
/**
 * A time below this many readings by the reference counts as linear. Garbage collection and the start of a function may take longer than
 * the text itself.
 */
const READINGS = 100;
/** Microseconds over which a measurement is repeated, because some clocks of processor time step by 4 ms. */
const MIN_MEASURED = 40_000;
const TRIES = 3;

/** Reads a text, synchronously or in a promise. */
export type ReadText = (text: string) => unknown;

/** Builds a text of this length, in characters. */
export type BuildText = (length: number) => string;

/** Returns why the time of `read` is not linear for this text, or `undefined` if it is. */
export async function explainSlowness(read: ReadText, textOf: BuildText): Promise<string | undefined> {
  for (const length of LENGTHS) {
    const why = await compare(read, textOf(length), textOf(length / PART));
    if (why !== undefined) return why;
  }
  return undefined;
}

/** Processor time of the reference by length. */
const REFERENCES = new Map<number, Promise<number>>();

async function compare(read: ReadText, whole: string, part: string): Promise<string | undefined> {
  const { length } = whole;
  if (!REFERENCES.has(length)) REFERENCES.set(length, repeated(readOnce, whole));
  const enough = ((await REFERENCES.get(length)) ?? 0) * READINGS;
  if ((await cpuOf(read, whole)) <= enough) return undefined;
  let ratio = 0;
  // Another process can make one measurement slow, but none fast.
  for (let tries = 0; tries < TRIES; tries += 1) {
    const took = await repeated(read, whole);
    if (took <= enough) return undefined;
    ratio = took / (await repeated(read, part));
    if (ratio <= MAX_RATIO) return undefined;
  }
  return `${length} characters take ${ratio.toFixed(0)} times as long as ${part.length}`;
}

async function repeated(read: ReadText, text: string): Promise<number> {
  let [took, times] = [0, 0];
  for (; took < MIN_MEASURED; times += 1) took += await cpuOf(read, text);
  return took / times;
}

/** Builds texts that repeat `unit` between a beginning and an end. */
export const repeatUnit =
  (unit: string, { begin = '', end = '' }: { begin?: string; end?: string } = {}): BuildText =>
  (length) =>
    `${begin}${unit.repeat(Math.ceil(length / unit.length)).slice(0, Math.max(0, length - begin.length - end.length))}${end}`;

/** Returns the processor time of one reading in microseconds. Refusals count as answers. */
async function cpuOf(read: ReadText, text: string): Promise<number> {
  const before = process.threadCpuUsage();
  try {
    await read(text);
  } catch {
    // A function may refuse a text by throwing.
  }
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

/** Reads each character once. The reference of the measurement. */
function readOnce(text: string): number {
  let sum = 0;
  for (const letter of text) sum = (sum + (letter.codePointAt(0) ?? 0)) % 65_521;
  return sum;
}
