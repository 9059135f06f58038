/** Tests the driver against a real clamd. Needs ClamAV, so it runs only with `npm run test:clamd`. */
import { Readable } from 'node:stream';
import { VIRUS, VIRUS_NAME } from '@innkeeper/lab/fake-clamd';
import { openRealClamd, type RealClamd } from '@innkeeper/lab/real-clamd';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkScanner, createLargestFile } from './check.ts';
import { openClamd } from './clamd.ts';
import { scannerConformance } from './conformance.ts';

let clamd: RealClamd;
let small: RealClamd;
beforeAll(async () => {
  clamd = await openRealClamd();
  small = await openRealClamd(['StreamMaxLength 1M']);
}, 120_000);
afterAll(async () => {
  await clamd?.close();
  await small?.close();
});

describe('a real clamd', () => {
  const at = ({ socket }: RealClamd) => openClamd({ path: socket });

  it('passes its check, and detects the EICAR test file', async () => {
    const findings = await checkScanner(at(clamd), { socket: clamd.socket, host: null, port: null });
    expect(findings).toMatchObject([{ ok: true }, { ok: true, why: expect.stringContaining('Eicar') }]);
  });

  it('reports a file larger than its StreamMaxLength', async () => {
    expect(await at(small).scan(Readable.from([Buffer.alloc(900_000)]))).toEqual({ result: 'clean' });
    expect(await at(small).scan(createLargestFile())).toEqual({
      result: 'failed',
      why: expect.stringContaining('StreamMaxLength'),
    });
  });

  scannerConformance(() => ({
    scanner: at(clamd),
    virus: { content: VIRUS, name: VIRUS_NAME },
    makeUnavailable: () => clamd.kill(),
  }));
});
