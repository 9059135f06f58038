import { X509Certificate } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkAuthorities } from './rights.ts';

const isRoot = process.getuid?.() === 0;
const directory = mkdtempSync(join(tmpdir(), 'innkeeper-rights-'));
const file = join(directory, 'authorities.pem');
beforeAll(async () => {
  chmodSync(directory, 0o755);
  writeFileSync(file, (await generate([{ name: 'commonName', value: 'Authority' }])).cert);
});
afterAll(() => rmSync(directory, { recursive: true }));

describe('a file with own certificate authorities', () => {
  it('is readable', async () => {
    chmodSync(file, 0o644);
    expect(await checkAuthorities(file, 'nobody')).toMatchObject({ ok: true });
  });

  it.runIf(isRoot)('is reported if the user of the API cannot read it', async () => {
    chmodSync(file, 0o600);
    const why = `${file} cannot be read by the user nobody`;
    expect(await checkAuthorities(file, 'nobody')).toMatchObject({ ok: false, why });
    expect(await checkAuthorities(file, 'innkeeper-no-such-user')).toMatchObject({ ok: true });
  });

  it('is reported if it is missing', async () => {
    const why = `${file}.gone does not exist or cannot be read`;
    expect(await checkAuthorities(`${file}.gone`, 'nobody')).toMatchObject({ ok: false, why });
  });

  it.each([
    ['it is empty', () => ''],
    ['it is in DER', (pem: string) => new X509Certificate(pem).raw],
    ['a later certificate is damaged', (pem: string) => `${pem}\n${pem.replace(/\n[^-]{20}/, '\n')}`],
  ])('is reported if %s', async (_case, written) => {
    writeFileSync(`${file}.wrong`, written(readFileSync(file, 'utf8')));
    const why = `${file}.wrong does not consist of certificates in PEM`;
    expect(await checkAuthorities(`${file}.wrong`, 'nobody')).toMatchObject({ ok: false, why });
  });
});
