import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleMail, mailConformance } from './conformance.ts';
import { openMail } from './open.ts';

let home: string;
const said: string[] = [];
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'innkeeper-mail-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

const portIn = (directory: string) =>
  openMail({
    smtp: null,
    directory,
    from: 'Shop <noreply@shop.example.com>',
    log: { info: (_fields, message) => said.push(message) },
  });

describe('folder', () => {
  mailConformance(() => {
    const directory = join(home, 'mail');
    return {
      port: portIn(directory),
      async arrived() {
        const files = await readdir(directory).catch(() => []);
        return Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')));
      },
    };
  });

  it('logs that a mail was written to a file', () => {
    expect(said).toContain('no SMTP server is configured, so a mail was written to a file');
  });

  it('lets a mail be retried if the directory cannot be written', async () => {
    const file = join(home, 'file');
    await writeFile(file, '');
    await expect(portIn(join(file, 'below')).send(exampleMail())).rejects.toMatchObject({ permanent: false });
  });
});
