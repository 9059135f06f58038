/** A stream as lines. Its sender may be in hostile hands, so that a line without an end must not grow in our memory. */
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** Characters; what is beyond them of a line is left out. */
export const LONGEST_LINE = 64 * 1024;
const CUT = ' (cut)';

/** Calls `onLine` for each line without its break, the last one too. */
export function onLines(stream: Readable, onLine: (line: string) => void): void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let cut = false;
  const add = (text: string): void => {
    if (cut) return;
    rest += text;
    if (rest.length <= LONGEST_LINE) return;
    rest = rest.slice(0, LONGEST_LINE) + CUT;
    cut = true;
  };
  const finish = (): void => {
    const line = rest.endsWith('\r') ? rest.slice(0, -1) : rest;
    rest = '';
    cut = false;
    onLine(line);
  };
  stream.on('data', (chunk: Buffer) => {
    const [first = '', ...others] = decoder.write(chunk).split('\n');
    add(first);
    for (const text of others) {
      finish();
      add(text);
    }
  });
  stream.once('end', () => {
    if (rest !== '') finish();
  });
}
