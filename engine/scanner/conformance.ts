/** What every driver of the scanner port does. */
import { PassThrough, Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { largestFile } from './check.ts';
import type { Scanner } from './port.ts';

export interface ScannerHarness {
  scanner: Scanner;
  /** What it finds, and what it calls it. */
  virus: { content: string; name: string };
  /** Takes it away. */
  goAway(): Promise<void>;
}

/** The last of its tests takes the scanner away. */
export function scannerConformance(opened: () => ScannerHarness): void {
  const scan = (...chunks: (string | Buffer)[]) =>
    opened().scanner.scan(Readable.from(chunks.map((chunk) => Buffer.from(chunk))));
  const infected = () => ({ result: 'infected', name: expect.stringContaining(opened().virus.name) });

  it('tells what is clean from what is infected, however it is cut', async () => {
    const { content } = opened().virus;
    expect(await scan('kernel panic')).toEqual({ result: 'clean' });
    expect(await scan(content)).toEqual(infected());
    expect(await scan('before', ...content, 'after')).toEqual(infected());
  });

  it('reads an empty file, and one as large as any to its end', async () => {
    expect(await scan()).toEqual({ result: 'clean' });
    expect(await opened().scanner.scan(largestFile())).toEqual({ result: 'clean' });
    expect(await scan(Buffer.alloc(300_000, 'x'), opened().virus.content)).toEqual(infected());
  });

  it('keeps apart what it is asked at the same time', async () => {
    const files = [0, 1, 2, 3, 4, 5].map((n) => scan(n % 2 === 0 ? `${n}` : `${n} ${opened().virus.content}`));
    const verdicts = await Promise.all(files);
    expect(verdicts.map(({ result }) => result)).toEqual(['clean', 'infected', 'clean', 'infected', 'clean', 'infected']);
  });

  it('knows nothing of a file that breaks off, and closes it', async () => {
    const broken = new PassThrough();
    broken.write('begun');
    setImmediate(() => broken.destroy(new Error('the disk is gone')));
    expect(await opened().scanner.scan(broken)).toEqual({ result: 'failed', why: 'the disk is gone' });
    const whole = Readable.from([Buffer.from('x')]);
    await opened().scanner.scan(whole);
    expect(whole.destroyed).toBe(true);
  });

  it('knows nothing while it is away, and closes what it was given', async () => {
    await opened().goAway();
    const file = Readable.from([Buffer.from('x')]);
    expect(await opened().scanner.scan(file)).toMatchObject({ result: 'failed', why: expect.stringMatching(/./) });
    expect(file.destroyed).toBe(true);
  });
}
