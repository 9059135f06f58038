/** The conformance suite that every driver of the mail port passes. */
import { expect, it } from 'vitest';
import { MAX_ATTACHED_BYTES, MailError, type MailPort, type OutgoingMail } from './port.ts';

export interface Receiver {
  port: MailPort;
  /** Lists the raw mails that have arrived so far. */
  arrived(): Promise<string[]>;
}

export const exampleMail = (changes: Partial<OutgoingMail> = {}): OutgoingMail => ({
  key: crypto.randomUUID(),
  to: 'ada@example.org',
  subject: 'Grüße',
  text: 'One line.\n\n- an item\n',
  html: '<p>One line.</p>',
  at: new Date('2026-01-31T10:20:30Z'),
  ...changes,
});

export function mailConformance(open: () => Receiver): void {
  it('sends a mail with its text, its HTML and its Message-ID', async () => {
    const { port, arrived } = open();
    const mail = exampleMail();
    await port.send(mail);
    const [message] = (await arrived()).filter((one) => one.includes(mail.key));
    expect(message).toContain(`Message-ID: <${mail.key}@shop.example.com>`);
    expect(message).toContain('To: ada@example.org');
    expect(message).toMatch(/Subject: =\?UTF-8\?Q\?Gr=C3=BC=C3=9Fe\?=/i);
    expect(message).toContain('Date: Sat, 31 Jan 2026 10:20:30 +0000');
    expect(message).toContain('Auto-Submitted: auto-generated');
    expect(message).toContain('One line.');
    expect(message).toContain('<p>One line.</p>');
  });

  it('sends files as PDF, with text and HTML as before', async () => {
    const { port, arrived } = open();
    const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, i) => i % 256));
    const names = ['invoice-0000000042.pdf', 'credit-note-3000000007.pdf'];
    const mail = exampleMail({ attachments: names.map((name) => ({ name, bytes })) });
    await port.send(mail);
    const message = (await arrived()).find((one) => one.includes(mail.key)) ?? expect.fail();
    const lines = message.replaceAll('\r\n', '\n');
    for (const name of names)
      expect(lines).toMatch(
        new RegExp(
          `Content-Type: application/pdf; name=${name}\\n(?:[\\w-]+: .*\\n)*Content-Disposition: attachment; filename=${name}`,
        ),
      );
    expect(lines.replaceAll('\n', '').split(bytes.toString('base64'))).toHaveLength(3);
    expect(lines).toMatch(/Content-Type: multipart\/mixed;[\s\S]*Content-Type: multipart\/alternative;/);
    expect(lines).toContain('<p>One line.</p>');
  });

  it("sends a person's mail without marking it as automatic, but as our own", async () => {
    const { port, arrived } = open();
    const mail = exampleMail({ byPerson: true });
    await port.send(mail);
    const [message] = (await arrived()).filter((one) => one.includes(mail.key));
    expect(message).not.toMatch(/auto-submitted|auto-response/i);
    expect(message).toContain('X-Innkeeper-Mail: yes');
  });

  it('sends the same mail again under the same Message-ID', async () => {
    const { port, arrived } = open();
    const mail = exampleMail();
    await port.send(mail);
    await port.send(mail);
    const ids = (await arrived()).flatMap((one) => one.match(/Message-ID: <[^>]+>/g) ?? []).filter((id) => id.includes(mail.key));
    expect(new Set(ids).size).toBe(1);
  });

  it.each<[string, Partial<OutgoingMail>]>([
    ['a subject of two lines', { subject: 'Hello\r\nBcc: eve@example.org' }],
    ['a subject with another line separator', { subject: 'Hello\u2028Bcc: eve@example.org' }],
    ['an address of two lines', { to: 'ada@example.org\r\nBcc: eve@example.org' }],
    ['two addresses', { to: 'ada@example.org, eve@example.org' }],
    ['an address with a name', { to: '"Ada" <ada@example.org>' }],
    ['no address', { to: '' }],
    ['a file whose name is a path', { attachments: [{ name: '../a.pdf', bytes: Buffer.from('a') }] }],
    ['a file whose name has two lines', { attachments: [{ name: 'a\r\nBcc: eve.pdf', bytes: Buffer.from('a') }] }],
    ['a file that is no PDF', { attachments: [{ name: 'a.exe', bytes: Buffer.from('a') }] }],
    ['files that are too large', { attachments: [{ name: 'a.pdf', bytes: Buffer.alloc(MAX_ATTACHED_BYTES + 1) }] }],
  ])('refuses %s permanently, and sends nothing', async (_what, changes) => {
    const { port, arrived } = open();
    const before = (await arrived()).length;
    const failed = await port.send(exampleMail(changes)).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(MailError);
    expect(failed).toMatchObject({ permanent: true });
    expect(await arrived()).toHaveLength(before);
  });
}
