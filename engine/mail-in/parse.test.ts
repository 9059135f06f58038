import { describe, expect, it } from 'vitest';
import { openMailParser, UnreadableMail } from './parse.ts';

const parser = openMailParser();
const read = (...lines: string[]) => parser.read(Buffer.from(lines.join('\r\n')));

describe('a mail', () => {
  it('is parsed into the facts that its handling depends on', async () => {
    const { facts, written, files } = await read(
      ...[
        'Return-Path: <bounce@example.org>',
        'Delivered-To: support+x@shop.example',
        'From: =?utf-8?q?Ada_L=C3=B6w?= <Ada@Example.org>',
      ],
      ...['To: "Shop, support" <Support@shop.example>, team: a@b.example, c@d.example;', 'Subject: =?utf-8?B?RXMgaMOkbmd0?='],
      ...['Message-ID: <1@example.org>', 'In-Reply-To: <2@shop.example>', 'References: <3@shop.example>', ' <2@shop.example>'],
      ...[
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary=x',
        '',
        '--x',
        'Content-Type: text/plain; charset=iso-8859-1',
        '',
      ],
      ...[
        'It hangs.',
        '--x',
        'Content-Type: image/png; name="../../a.png"',
        'Content-Transfer-Encoding: base64',
        '',
        'AAEC',
        '--x--',
        '',
      ],
    );
    expect(facts).toMatchObject({
      ...{
        messageId: '<1@example.org>',
        answers: ['<2@shop.example>', '<3@shop.example>'],
        from: 'ada@example.org',
        subject: 'Es hängt',
      },
      recipients: ['support@shop.example', 'a@b.example', 'c@d.example', 'support+x@shop.example'],
    });
    expect(facts.headers).toContainEqual(['references', '<3@shop.example> <2@shop.example>']);
    expect(written).toEqual({ html: 'It hangs.', isWhole: true });
    expect(files).toEqual([{ name: '../../a.png', type: 'image/png', content: new Uint8Array([0, 1, 2]) }]);
  });

  it('has no sender if it names two', async () => {
    const twice = await read('From: ada@example.org', 'From: eve@example.org', '', 'x');
    const list = await read('From: ada@example.org, eve@example.org', '', 'x');
    expect([twice.facts.from, list.facts.from]).toEqual([null, null]);
  });

  const mixed = (...parts: [type: string, content: string][]) =>
    read(
      ...['From: ada@example.org', 'Content-Type: multipart/mixed; boundary=x', ''],
      ...parts.flatMap(([type, content]) => ['--x', `Content-Type: ${type}`, '', content]),
      '--x--',
    );

  it('is sanitized, from its text or otherwise its HTML', async () => {
    const both = await mixed(['text/plain', 'It hangs.'], ['text/html', '<b>Help</b>']);
    const html = await read(
      'From: ada@example.org',
      'Content-Type: text/html',
      '',
      '<b onclick="x()">Help</b><script>x</script>',
    );
    expect([both.written.html, html.written.html]).toEqual(['It hangs.', '<b>Help</b>']);
  });

  it('attached to a mail is a file', async () => {
    const { written, files } = await mixed(
      ['text/plain', 'See below.'],
      ['message/rfc822', 'Subject: It hangs\r\n\r\nSince Monday.'],
    );
    expect([written.html, files.map(({ name, type }) => [name, type])]).toEqual([
      'See below.',
      [['message.eml', 'message/rfc822']],
    ]);
  });

  it.each([
    ['windows-1251', [0xcf, 0xf0, 0xe8], 'При'],
    ['iso-2022-jp', [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x1b, 0x28, 0x42], '日'],
    ['gb18030', [0xc4, 0xe3], '你'],
    ['utf-8', [...Buffer.from('é')], 'é'],
  ])('is parsed in %s', async (charset, bytes, written) => {
    const head = `From: ada@example.org\r\nContent-Type: text/plain; charset=${charset}\r\n\r\n`;
    expect((await parser.read(Buffer.concat([Buffer.from(head), Buffer.from(bytes)]))).written.html).toBe(written);
  });

  it('can report the permanent failure of another mail', async () => {
    const report = (action: string) =>
      read(
        ...[
          'From: MAILER-DAEMON@mx.example.org',
          'Content-Type: multipart/report; report-type=delivery-status; boundary=x',
          '',
          '--x',
          '',
        ],
        ...[
          'Sorry.',
          '--x',
          'Content-Type: message/delivery-status',
          '',
          `Final-Recipient: rfc822; a@b.example`,
          `Action: ${action}`,
          '--x--',
        ],
      );
    expect((await report('failed')).failedForGood).toBe(true);
    expect((await report('delayed')).failedForGood).toBe(false);
  });
});

describe('a hostile mail', () => {
  const nested = (depth: number) =>
    Array.from({ length: depth }, (_, i) => [`Content-Type: multipart/mixed; boundary=b${i}`, '', `--b${i}`].join('\r\n')).join(
      '\r\n',
    );
  it.each<[string, string]>([
    ['bytes', '\0\xff\x80'.repeat(10_000)],
    [
      'parts without end',
      `From: a@b.example\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n${'--x\r\n\r\nx\r\n'.repeat(20_000)}`,
    ],
    ['parts in parts', `From: a@b.example\r\n${nested(2_000)}`],
    ['headers without end', `${'X-A: b\r\n'.repeat(100_000)}\r\nx`],
    ['ids without end', `References: ${'<a@b> '.repeat(100_000)}\r\n\r\nx`],
    ['an unknown charset', 'Content-Type: text/plain; charset=nothing\r\n\r\nx'],
  ])('of %s is parsed within limits, or refused', async (_what, raw) => {
    const mail = await parser.read(Buffer.from(raw, 'latin1')).catch((error: unknown) => error);
    if (mail instanceof Error) return expect(mail).toBeInstanceOf(UnreadableMail);
    expect(mail).toMatchObject({ facts: { headers: expect.any(Array) } });
    const { facts, files } = mail as Awaited<ReturnType<typeof parser.read>>;
    expect([facts.headers.length <= 500, facts.answers.length <= 100, facts.subject.length <= 1_000, files.length <= 10]).toEqual(
      [...[true, true, true, true]],
    );
  });

  it('with unterminated HTML next to text is parsed quickly', async () => {
    const html = `--x\r\nContent-Type: text/html\r\n\r\n${'<a href="'.repeat(500_000)}\r\n`;
    const raw = `From: a@b.example\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nhi\r\n${html}--x--`;
    expect((await openMailParser({ timeoutMs: 15_000 }).read(Buffer.from(raw))).written.html).toBe('hi');
  });

  it('that takes too long is aborted, and the next one is parsed', async () => {
    const hasty = openMailParser({ timeoutMs: 1 });
    await expect(hasty.read(Buffer.from('From: a@b.example\r\n\r\nx'))).rejects.toThrow(UnreadableMail);
    expect((await read('From: a@b.example', '', 'x')).facts.from).toBe('a@b.example');
  });

  it('that uses too much memory is aborted', async () => {
    const small = openMailParser({ memoryMb: 4 });
    const raw = `From: a@b.example\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n${'--x\r\n\r\nx\r\n'.repeat(200_000)}`;
    await expect(small.read(Buffer.from(raw))).rejects.toThrow(UnreadableMail);
  });
});
