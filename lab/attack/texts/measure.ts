/**
 * Measures whether the processor time of a function is linear in the length of a text. No bound is a time of its own: a text is compared with a
 * sixteenth of it, and with a reference that reads as many characters once.
 */

/** Lengths in characters, each 4 times the one before. The first ones end the measurement of what would take minutes for the last. */
const LENGTHS = [1, 4, 16, 64].map((kb) => kb * 1024);
/** A part is so far from the whole that noise can't pass for the difference: a linear function takes 16 times as long for the whole, a quadratic one 256 times. */
const PART = 16;
const MAX_RATIO = 64;
/** Readings of the text in whose time everything counts as linear: garbage and the start of a function cost more than the text. */
const READINGS = 100;
/** Microseconds over which a measurement is repeated, as some clocks of processor time step by 4 ms. */
const LEAST_MEASURED = 40_000;
const TRIES = 3;

/** Reads a text, at once or in a promise. */
export type Read = (text: string) => unknown;

/** Builds a text of this length, in characters. */
export type TextOf = (length: number) => string;

/** Returns why the time of `read` is not linear for this text, or `undefined` if it is. */
export async function explainSlowness(read: Read, textOf: TextOf): Promise<string | undefined> {
  for (const length of LENGTHS) {
    const why = await compare(read, textOf(length), textOf(length / PART));
    if (why !== undefined) return why;
  }
  return undefined;
}

/** Processor time of the reference, by length. */
const REFERENCES = new Map<number, Promise<number>>();

async function compare(read: Read, whole: string, part: string): Promise<string | undefined> {
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

async function repeated(read: Read, text: string): Promise<number> {
  let [took, times] = [0, 0];
  for (; took < LEAST_MEASURED; times += 1) took += await cpuOf(read, text);
  return took / times;
}

/** A text that repeats `unit` between a beginning and an end. */
export const pumped =
  (unit: string, { begin = '', end = '' }: { begin?: string; end?: string } = {}): TextOf =>
  (length) =>
    `${begin}${unit.repeat(Math.ceil(length / unit.length)).slice(0, Math.max(0, length - begin.length - end.length))}${end}`;

/** Microseconds of the processor for one reading. Refusals are answers too. */
async function cpuOf(read: Read, text: string): Promise<number> {
  const before = process.threadCpuUsage();
  try {
    await read(text);
  } catch {
    // A function may refuse a text by throwing.
  }
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

/** The reference: reads each character once. */
function readOnce(text: string): number {
  let sum = 0;
  for (const letter of text) sum = (sum + (letter.codePointAt(0) ?? 0)) % 65_521;
  return sum;
}
