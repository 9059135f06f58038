import { type LabSmtpServer, openSmtpServer } from '@innkeeper/lab/smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exampleMail, mailConformance } from './conformance.ts';
import type { MailPort } from './port.ts';
import { type SmtpOptions, smtpMail } from './smtp.ts';

let server: LabSmtpServer;
let plain: LabSmtpServer;
const ports: MailPort[] = [];
beforeAll(async () => {
  server = await openSmtpServer();
  plain = await openSmtpServer({ hideSTARTTLS: true });
});
afterAll(async () => {
  for (const port of ports) await port.close();
  await Promise.all([server.close(), plain.close()]);
});
beforeEach(() => {
  server.conduct = 'accept';
});

function portTo(changes: Partial<SmtpOptions> = {}): MailPort {
  const { port, ca } = server;
  const from = 'Shop <noreply@shop.example.com>';
  const opened = smtpMail({ host: '127.0.0.1', port, ca, tls: 'starttls', from, credentials: null, ...changes });
  ports.push(opened);
  return opened;
}
const failure = (port: MailPort) => port.send(exampleMail()).catch((error: unknown) => error);

describe('smtp', () => {
  mailConformance(() => ({ port: portTo(), arrived: async () => [...server.messages] }));

  it('authenticates over an encrypted connection', async () => {
    await portTo({ credentials: { user: 'shop', password: 'right' } }).send(exampleMail());
    expect(server.sessions.at(-1)).toEqual({ secure: true, user: 'shop' });
  });

  it.each<[string, Partial<SmtpOptions>]>([
    ['a certificate of nobody that it knows', { ca: undefined }],
    ['another name than that of the certificate', { host: 'localhost' }],
    ['a wrong password', { credentials: { user: 'shop', password: 'wrong' } }],
  ])('sends nothing to a server with %s, and can be retried', async (_what, changes) => {
    const before = server.messages.length;
    expect(await failure(portTo(changes))).toMatchObject({ name: 'MailError', permanent: false });
    expect(server.messages).toHaveLength(before);
  });

  it('sends nothing unencrypted to a server without encryption', async () => {
    expect(await failure(portTo({ port: plain.port }))).toMatchObject({ permanent: false });
    expect(plain.messages).toEqual([]);
    await portTo({ port: plain.port, tls: 'none' }).send(exampleMail());
    expect(plain.sessions).toEqual([{ secure: false, user: null }]);
  });

  it.each([
    [{ at: 'receiver', code: 550 } as const, true],
    [{ at: 'receiver', code: 451 } as const, false],
    [{ at: 'data', code: 554 } as const, true],
    [{ at: 'data', code: 452 } as const, false],
    ['hang' as const, false],
    ['lose-the-answer' as const, false],
  ])('fails if the server does this: %j (permanently: %s)', async (conduct, permanent) => {
    server.conduct = conduct;
    expect(await failure(portTo({ timeoutMs: conduct === 'hang' ? 300 : 5_000 }))).toMatchObject({
      name: 'MailError',
      permanent,
    });
  });

  it('can be retried if nothing listens', async () => {
    expect(await failure(portTo({ port: 1 }))).toMatchObject({ permanent: false });
  });
});
