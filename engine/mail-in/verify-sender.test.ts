import { createKey, type Signature, signedMail } from '@innkeeper/lab/signed-mail';
import { describe, expect, it, test } from 'vitest';
import { checkSender, listNames } from './verify-sender.ts';

const AT = new Date('2026-03-02T10:00:00Z');
const RSA = createKey('rsa');
const ED25519 = createKey('ed25519');
const KEYS = { rsa: RSA, ed25519: ED25519 };

/** TXT records of all domains of these tests. `null` means that DNS gives no answer. */
const ZONE: Record<string, readonly string[] | null> = {
  'rsa._domainkey.victim.example': [RSA.record],
  'ed25519._domainkey.victim.example': [ED25519.record],
  'rsa._domainkey.mail.victim.example': [RSA.record],
  'testing._domainkey.victim.example': [`${RSA.record}; t=y:s`],
  'revoked._domainkey.victim.example': ['v=DKIM1; k=rsa; p='],
  'mute._domainkey.victim.example': null,
  'rsa._domainkey.evil.example': [RSA.record],
  'rsa._domainkey.tim.example': [RSA.record],
  'rsa._domainkey.example': [RSA.record],
  'rsa._domainkey.github.io': [RSA.record],
  'rsa._domainkey.list.example': [RSA.record],
  '_dmarc.evil.example': ['v=DMARC1; p=none'],
  'rsa._domainkey.strict.example': [RSA.record],
  'rsa._domainkey.mail.strict.example': [RSA.record],
  '_dmarc.strict.example': ['v=DMARC1; p=reject; adkim=s'],
  'rsa._domainkey.relaxed.example': [RSA.record],
  '_dmarc.relaxed.example': ['v=DMARC1; p=reject'],
  'rsa._domainkey.unsure.example': [RSA.record],
  '_dmarc.unsure.example': null,
  'rsa._domainkey.xn--bcher-kva.example': [RSA.record],
  '_dmarc.xn--bcher-kva.example': ['v=DMARC1; p=reject'],
};

const HEADERS = [
  'To: support@shop.example',
  'Subject: It hangs',
  'Message-ID: <1@victim.example>',
  'Date: Mon, 2 Mar 2026 09:59:00 +0000',
];
const mailOf = (from: string, { above = [] as string[], body = 'Since Monday.  \n\nPlease\thelp.\n\n' } = {}) =>
  [...above, `From: ${from}`, ...HEADERS, '', body].join('\n');
const by = (domain: string, kind: keyof typeof KEYS = 'rsa', rest: Partial<Signature> = {}): Signature => ({
  ...{ domain, selector: kind, key: KEYS[kind], signTime: new Date(AT.getTime() - 60_000) },
  ...rest,
});

/** Returns the verified address, what the mail waits for, or `unverified`. */
async function senderOf(raw: string | Buffer): Promise<string> {
  const mail = Buffer.from(raw);
  const needed = await listNames(mail, AT);
  if (!needed) return 'unverified';
  expect(needed.names.length).toBeLessThanOrEqual(20);
  const answers = new Map(needed.names.map((name) => [name, ZONE[name] === undefined ? [] : ZONE[name]]));
  const checked = await checkSender(mail, AT, { answers, domains: ['shop.example'] });
  return checked?.result === 'verified' ? checked.from : (checked?.result ?? 'unverified');
}

const ADA = 'ada@mail.victim.example';
const mail = mailOf(`Ada <${ADA}>`);

describe('a sender is verified', () => {
  it.each<[string, () => Promise<string> | string]>([
    ['by the domain of the address, with rsa', () => signedMail(mail, by('mail.victim.example'))],
    ['by a domain above, with ed25519', () => signedMail(mail, by('victim.example', 'ed25519'))],
    ['with simple canonicalisation', () => signedMail(mail, by('victim.example', 'rsa', { canonicalization: 'simple/simple' }))],
    ['with both', () => signedMail(mail, by('victim.example', 'ed25519', { canonicalization: 'relaxed/simple' }))],
    [
      'by one of several that counts',
      () => signedMail(mail, by('evil.example'), by('victim.example'), by('victim.example', 'rsa', { selector: 'revoked' })),
    ],
    [
      'when a mailing list adds its own',
      async () =>
        signedMail(`List-Post: <mailto:all@list.example>\n${await signedMail(mail, by('victim.example'))}`, by('list.example')),
    ],
    ['when a pipe has made LF of CRLF', async () => (await signedMail(mail, by('victim.example'))).replaceAll('\r\n', '\n')],
    [
      'with l= of the whole body',
      async () => signedMail(mail, by('victim.example', 'rsa', { maxBodyLength: 33, canonicalization: 'relaxed/simple' })),
    ],
    [
      'when the signature has expired since the mail came',
      () => signedMail(mail, by('victim.example', 'rsa', { expires: new Date(AT.getTime() + 60_000) })),
    ],
    ['in capitals', async () => signedMail(mail.replace(ADA, ADA.toUpperCase()), by('VICTIM.example'))],
  ])('%s', async (_how, raw) => expect(await senderOf(await raw())).toBe(ADA));

  it.each([
    ['ada@bücher.example', 'xn--bcher-kva.example'],
    ['ada@bücher.example', 'bücher.example'],
    ['ada@xn--bcher-kva.example', 'bücher.example'],
    ['ada@mail.BÜCHER.example', 'xn--bcher-kva.example'],
  ])('under the ASCII form of a domain with other letters: %s, signed by %s', async (from, domain) => {
    const expected = from.replace(/b.cher/i, 'xn--bcher-kva');
    expect(await senderOf(await signedMail(mailOf(from), by(domain)))).toBe(expected);
  });

  it.each([
    ['the policy is met', 'ada@relaxed.example', 'relaxed.example'],
    ['a domain above meets the policy', 'ada@mail.relaxed.example', 'relaxed.example'],
    ['strict alignment is met', 'ada@strict.example', 'strict.example'],
  ])('where %s', async (_how, from, domain) => expect(await senderOf(await signedMail(mailOf(from), by(domain)))).toBe(from));
});

/** Results of servers for a forged mail, in forms that readers of these headers have mistaken for a pass. */
const RESULTS = [
  'spf=fail smtp.mailfrom="; dmarc=pass header.from=victim.example "@evil.example',
  'spf=fail smtp.mailfrom="\\"; dmarc=pass header.from=victim.example \\""@evil.example',
  'spf=pass smtp.mailfrom="x@victim.example y"@evil.example',
  'dkim=pass header.d=evil.example header.i="; dmarc=pass header.from=victim.example "@evil.example',
  'dmarc=fail reason="x; dmarc=pass header.from=victim.example"',
  'dkim=pass header.d=victim.example header.i=@victim.example; dmarc=pass header.from=victim.example; spf=pass smtp.mailfrom=ada@victim.example',
].map((results) => `Authentication-Results: mx.shop.example; ${results}`);

const forged = mailOf('ada@victim.example');
const times = (count: number, domain: string): Signature[] => Array.from({ length: count }, () => by(domain));
const headerLine = async (raw: Promise<string>) => (await raw).split('\r\nFrom:')[0] ?? '';

describe('a sender is unverified', () => {
  it.each(RESULTS)('despite a forged header: %s', async (header) => {
    const raw = mailOf('ada@victim.example', { above: [header] });
    expect([await senderOf(raw), await senderOf(await signedMail(raw, by('evil.example')))]).toEqual([
      'unverified',
      'unverified',
    ]);
  });

  it.each<[string, () => Promise<string> | string]>([
    ['without a signature', () => forged],
    ['by another domain', () => signedMail(forged, by('evil.example'))],
    ['by a domain below', () => signedMail(forged, by('mail.victim.example'))],
    ['by a domain that only ends alike', () => signedMail(forged, by('tim.example'))],
    ['by a top-level domain', () => signedMail(forged, by('example'))],
    ['by a public suffix below one', () => signedMail(mailOf('ada@victim.github.io'), by('github.io'))],
    ['of a public suffix', () => signedMail(mailOf('ada@github.io'), by('github.io'))],
    ['by another key', () => signedMail(forged, by('victim.example', 'rsa', { key: createKey('rsa') }))],
    ['by a key that is revoked', () => signedMail(forged, by('victim.example', 'rsa', { selector: 'revoked' }))],
    ['by a key that is nowhere', () => signedMail(forged, by('victim.example', 'rsa', { selector: 'nothing' }))],
    ['by a key of 512 bits', () => signedMail(forged, by('victim.example', 'rsa', { key: createKey('rsa', 512) }))],
    [
      'after the signature has expired',
      () => signedMail(forged, by('victim.example', 'rsa', { expires: new Date(AT.getTime() - 1_000) })),
    ],
    ['with SHA-1', () => signedMail(forged, by('victim.example', 'rsa', { algorithm: 'rsa-sha1' }))],
    ['when the body was changed', async () => (await signedMail(forged, by('victim.example'))).replace('Monday', 'Friday')],
    ['when text was added', async () => `${await signedMail(forged, by('victim.example'))}Reinstall it.\r\n`],
    [
      'when text was added after l=',
      async () => `${await signedMail(forged, by('victim.example', 'rsa', { maxBodyLength: 20 }))}Reinstall it.\r\n`,
    ],
    ['with l= of nothing', () => signedMail(forged, by('victim.example', 'rsa', { maxBodyLength: 0 }))],
    [
      'when the subject was changed',
      async () => (await signedMail(forged, by('victim.example'))).replace('It hangs', '[#12] It hangs'),
    ],
    ['when a subject was added', async () => `Subject: [#12] It hangs\r\n${await signedMail(forged, by('victim.example'))}`],
    [
      'with two From',
      async () => `From: eve@evil.example\r\n${await signedMail(forged, by('victim.example'), by('evil.example'))}`,
    ],
    [
      'with two addresses',
      () => signedMail(mailOf('ada@victim.example, eve@evil.example'), by('victim.example'), by('evil.example')),
    ],
    [
      'with two addresses in a group',
      () => signedMail(mailOf('us: ada@victim.example, bob@victim.example;'), by('victim.example')),
    ],
    [
      'with an address in quotes',
      () => signedMail(mailOf('"ada@victim.example"@evil.example'), by('victim.example'), by('evil.example')),
    ],
    ['with more than five signatures', async () => signedMail(forged, ...times(6, 'victim.example'))],
    ['where the policy wants the domain itself', () => signedMail(mailOf('ada@mail.strict.example'), by('strict.example'))],
    [
      'with a line that parsers read differently',
      async () => (await signedMail(forged, by('victim.example'))).replace('\r\nTo:', '\r\nX-A: b\r\n\r\r\nReinstall it.\r\nTo:'),
    ],
    [
      'with words between headers',
      async () => (await signedMail(forged, by('victim.example'))).replace('\r\nTo:', '\r\nX-A: b\r\nReinstall it.\r\nTo:'),
    ],
  ])('%s', async (_how, raw) => expect(await senderOf(await raw())).toBe('unverified'));
});

describe('a mail waits', () => {
  it('while DNS does not return the key, unless another signature decides', async () => {
    const mute = by('victim.example', 'rsa', { selector: 'mute' });
    expect(await senderOf(await signedMail(forged, mute))).toBe('unanswered');
    expect(await senderOf(await signedMail(forged, mute, by('evil.example')))).toBe('unanswered');
    expect(await senderOf(await signedMail(forged, mute, by('victim.example')))).toBe('ada@victim.example');
  });

  it('while DNS does not return the policy, if a signature passes', async () => {
    expect(await senderOf(await signedMail(mailOf('ada@unsure.example'), by('unsure.example')))).toBe('unanswered');
    const broken = by('unsure.example', 'rsa', { key: createKey('rsa') });
    expect(await senderOf(await signedMail(mailOf('ada@unsure.example'), broken))).toBe('unverified');
  });
});

describe('a hostile mail causes', () => {
  const head = () => headerLine(signedMail(forged, by('victim.example')));
  it.each<[string, () => Promise<string> | string]>([
    ['300 signatures', async () => `${`${await head()}\r\n`.repeat(300)}${forged.replaceAll('\n', '\r\n')}`],
    ['megabytes of headers', async () => `${'X-A: b\r\n'.repeat(500_000)}${await signedMail(forged, by('victim.example'))}`],
    ['a header of a megabyte', async () => `X-A: ${'b'.repeat(1_000_000)}\r\n${await signedMail(forged, by('victim.example'))}`],
    [
      'lines without end',
      async () =>
        (await signedMail(forged, by('victim.example'))).replace('\r\nTo:', `\r\nX-A:${'\r\n a'.repeat(60_000)}\r\nTo:`),
    ],
    ['a From of 64 KB', () => signedMail(mailOf(`${'(('.repeat(32_000)} ada@victim.example`), by('victim.example'))],
    [
      'a Content-Type of 64 KB',
      () =>
        signedMail(
          mailOf('ada@victim.example', { above: [`Content-Type: text/plain;${' a*1*=b;'.repeat(8_000)}`] }),
          by('victim.example'),
        ),
    ],
    [
      'fields to sign without end',
      async () => (await signedMail(forged, by('victim.example'))).replace(/h=/, `h=${'a:'.repeat(30_000)}`),
    ],
    ['names in upper planes', () => signedMail(mailOf('ada@vıctim.example'), by('victim.example'))],
    ['NUL', async () => (await signedMail(forged, by('victim.example'))).replace('\r\nTo:', '\r\nX: \0\r\nTo:')],
    [
      'a header that goes on after what is looked at',
      async () => {
        const [header = '', body] = (await signedMail(forged, by('victim.example'))).split('\r\n\r\n');
        const field = 'X-A: ';
        const filler = 'b'.repeat(256 * 1024 - header.length - field.length - 4);
        return `${header}\r\n${field}${filler}\r\nSubject: [#12] It hangs\r\n\r\n${body}`;
      },
    ],
    ['no header', () => '\r\nDKIM-Signature: v=1\r\nFrom: ada@victim.example\r\n'],
    ['nothing', () => ''],
  ])('no DNS query with %s', async (_what, raw) => {
    expect(await listNames(Buffer.from(await raw()), AT)).toBeNull();
  });

  it('few DNS queries, however deep its domain is', async () => {
    const domain = `${Array.from({ length: 30 }, (_, i) => `a${i}`).join('.')}.evil.example`;
    const signers = ['evil.example', `a29.evil.example`, `a28.a29.evil.example`, domain.slice(4), domain];
    const raw = await signedMail(mailOf(`eve@${domain}`), ...signers.map((signer) => by(signer)));
    const needed = await listNames(Buffer.from(raw), AT);
    expect(needed).toMatchObject({ domain: 'evil.example' });
    expect(needed?.names.length).toBeLessThanOrEqual(20);
  });
});

/** A mail of ada@victim.example whose signature covers only these fields, with changes after the signature. */
interface Form {
  /** Signed header fields. Default: the usual ones. */
  keys?: string;
  headers?: Record<string, string | undefined>;
  body?: string;
  /** Time of the signature (`t=`). Default: a minute ago. */
  signTime?: Date;
  selector?: string;
  forge?: (signedMail: string) => string;
}

const PLAIN = 'from:to:subject:date:message-id';
const MULTIPART = { 'Content-Type': 'multipart/alternative; boundary="b"' };
const PARTS = '--b\n\nSince Monday.\n--b\nContent-Type: text/html\n\n<p>Since Monday.</p>\n--b--\n';
const THUNDERBIRD = 'This is a multi-part message in MIME format.\n';
const ago = (days: number) => new Date(AT.getTime() - days * 86_400_000);
const above = (line: string) => (raw: string) => `${line}\r\n${raw}`;

/** A new form is one line: result, name, mail. */
const FORMS: [verified: boolean, name: string, form: Form][] = [
  [true, 'text, where no signature covers Content-Type', { headers: { 'Content-Type': 'text/plain' } }],
  [true, 'text without Content-Type', {}],
  [false, 'HTML, where no signature covers Content-Type', { headers: { 'Content-Type': 'text/html' } }],
  [
    true,
    'HTML, where a signature covers Content-Type',
    { keys: `${PLAIN}:content-type`, headers: { 'Content-Type': 'text/html' } },
  ],
  [false, 'text that was made HTML', { forge: above('Content-Type: text/html') }],
  [true, 'parts', { headers: MULTIPART, body: PARTS }],
  [true, 'parts after the line of Thunderbird', { headers: MULTIPART, body: THUNDERBIRD + PARTS }],
  [true, 'parts after an empty line', { headers: MULTIPART, body: `\n${PARTS}` }],
  [false, 'parts after other words', { headers: MULTIPART, body: `Reinstall it.\n${PARTS}` }],
  [false, 'parts before other words', { headers: MULTIPART, body: `${PARTS}Reinstall it.\n` }],
  [false, 'parts that never end', { headers: MULTIPART, body: PARTS.replace('--b--', '') }],
  [
    true,
    'parts and words, where a signature covers Content-Type',
    { keys: `${PLAIN}:content-type`, headers: MULTIPART, body: `Hi.\n${PARTS}` },
  ],
  [
    false,
    'a text that was made parts',
    { body: 'Do not do this:\n--x\n\nReinstall it.\n--x--\n', forge: above('Content-Type: multipart/mixed; boundary=x') },
  ],
  [
    false,
    'parts with another boundary',
    { headers: MULTIPART, body: PARTS, forge: (raw) => raw.replace('boundary="b"', 'boundary="c"') },
  ],
  [false, 'two To', { forge: above('To: support@shop.example') }],
  [false, 'two Cc', { headers: { Cc: 'bob@victim.example' }, forge: above('Cc: bob@victim.example') }],
  [false, 'two Reply-To', { headers: { 'Reply-To': 'a@victim.example' }, forge: above('Reply-To: eve@evil.example') }],
  [false, 'two Sender', { headers: { Sender: 'a@victim.example' }, forge: above('Sender: eve@evil.example') }],
  [false, 'two Auto-Submitted', { headers: { 'Auto-Submitted': 'no' }, forge: above('Auto-Submitted: auto-generated') }],
  [false, 'a mail to somebody else', { headers: { To: 'bob@else.example' } }],
  [
    true,
    'a mail to somebody else with a copy to us',
    { headers: { To: 'bob@else.example', Cc: 'Shop <Sales@SHOP.example>' }, keys: `${PLAIN}:cc` },
  ],
  [false, 'a copy to us that was added', { headers: { To: 'bob@else.example' }, forge: above('Cc: support@shop.example') }],
  [true, 'a signature that covers neither To nor Cc', { keys: 'from:subject:date:message-id:content-type' }],
  [
    false,
    'the same to somebody else',
    { keys: 'from:subject:date:message-id:content-type', headers: { To: 'bob@else.example' } },
  ],
  [true, 'a mail of six days', { headers: { Date: ago(6).toUTCString() }, signTime: ago(6) }],
  [false, 'a mail of eight days', { headers: { Date: ago(8).toUTCString() }, signTime: ago(8) }],
  [true, 'an old Date that was signed lately', { headers: { Date: ago(8).toUTCString() } }],
  [false, 'a Date that was changed', { keys: 'from:to:subject', headers: { Date: ago(8).toUTCString() }, signTime: ago(8) }],
  [false, 'a key in testing', { selector: 'testing' }],
];

test.each(FORMS)('verified %s: %s', async (verified, _name, { keys = PLAIN, headers, body, signTime, selector, forge }) => {
  const all = {
    From: ADA,
    To: 'support@shop.example',
    Subject: 'It hangs',
    'Message-ID': '<1@victim.example>',
    Date: AT.toUTCString(),
  };
  const lines = Object.entries({ ...all, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const raw = [...lines, '', body ?? 'Since Monday.\n'].join('\n');
  const whole = await signedMail(
    raw,
    by('victim.example', 'rsa', { headerList: keys, ...(signTime && { signTime }), ...(selector && { selector }) }),
  );
  expect(await senderOf(forge ? forge(whole) : whole)).toBe(verified ? ADA : 'unverified');
});
