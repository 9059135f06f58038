/** The conformance suite that every driver of the scanner port passes. */
import { PassThrough, Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { createLargestFile } from './check.ts';
import type { Scanner } from './port.ts';

export interface ScannerHarness {
  scanner: Scanner;
  /** A file that the scanner detects, and the name it reports. */
  virus: { content: string; name: string };
  /** Makes the scanner unavailable. */
  makeUnavailable(): Promise<void>;
}

/** Registers the tests. The last one makes the scanner unavailable. */
export function scannerConformance(opened: () => ScannerHarness): void {
  const scan = (...chunks: (string | Buffer)[]) =>
    opened().scanner.scan(Readable.from(chunks.map((chunk) => Buffer.from(chunk))));
  const infected = () => ({ result: 'infected', name: expect.stringContaining(opened().virus.name) });

  it('distinguishes clean from infected files, however they are split into chunks', async () => {
    const { content } = opened().virus;
    expect(await scan('kernel panic')).toEqual({ result: 'clean' });
    expect(await scan(content)).toEqual(infected());
    expect(await scan('before', ...content, 'after')).toEqual(infected());
  });

  it('reads an empty file, and one of the maximum size to its end', async () => {
    expect(await scan()).toEqual({ result: 'clean' });
    expect(await opened().scanner.scan(createLargestFile())).toEqual({ result: 'clean' });
    expect(await scan(Buffer.alloc(300_000, 'x'), opened().virus.content)).toEqual(infected());
  });

  it('keeps concurrent scans separate', async () => {
    const files = [0, 1, 2, 3, 4, 5].map((n) => scan(n % 2 === 0 ? `${n}` : `${n} ${opened().virus.content}`));
    const verdicts = await Promise.all(files);
    expect(verdicts.map(({ result }) => result)).toEqual(['clean', 'infected', 'clean', 'infected', 'clean', 'infected']);
  });

  it('has no result for an interrupted file, and closes it', async () => {
    const broken = new PassThrough();
    broken.write('begun');
    setImmediate(() => broken.destroy(new Error('the disk is gone')));
    expect(await opened().scanner.scan(broken)).toEqual({ result: 'failed', why: 'the disk is gone' });
    const whole = Readable.from([Buffer.from('x')]);
    await opened().scanner.scan(whole);
    expect(whole.destroyed).toBe(true);
  });

  it('has no result while it is unavailable, and closes the files', async () => {
    await opened().makeUnavailable();
    const file = Readable.from([Buffer.from('x')]);
    expect(await opened().scanner.scan(file)).toMatchObject({ result: 'failed', why: expect.stringMatching(/./) });
    expect(file.destroyed).toBe(true);
  });
}
