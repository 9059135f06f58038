/**
 * Reads one mail in a thread of its own, which ends with it: whatever a hostile one makes of the parser's time and memory is over then. Built
 * into one file (dev/build.mjs), since the process that starts it may no longer reach any other (parse.ts).
 */
const { parentPort, workerData } = require('node:worker_threads');
const { simpleParser } = require('mailparser');

/** Whom servers on its way noted that it was for. */
const NOTED = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-forwarded-to'];
const SIGNATURES = ['application/pgp-signature', 'application/pkcs7-signature', 'application/x-pkcs7-signature'];
const MOST_HEADERS = 500;
const MOST_VALUE = 8_000;
const MOST_IDS = 100;

/** Addresses of a header that mailparser has read, groups too. */
function addressesOf(...fields) {
  const flat = (entries) =>
    entries.flatMap(({ address, group }) => (group ? flat(group) : address ? [address.toLowerCase()] : []));
  return fields.flat().flatMap((field) => (field ? flat(field.value) : []));
}

/** What a mail server reports (RFC 3464). */
const reportsOf = ({ attachments }) =>
  attachments
    .filter(({ contentType }) => contentType === 'message/delivery-status')
    .map(({ content }) => content.subarray(0, 100_000).toString());

const idsOf = (text) => (text ?? '').match(/<[^<>\s]{1,500}>/g) ?? [];

async function read(raw, limits) {
  const mail = await simpleParser(Buffer.from(raw), {
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    skipTextLinks: true,
    maxHtmlLengthToParse: limits.mostText,
  });
  const headers = mail.headerLines.slice(0, MOST_HEADERS).map(({ key, line }) => {
    const value = line.slice(line.indexOf(':') + 1).replace(/\r?\n[ \t]*/g, ' ');
    return [key.toLowerCase(), value.trim().slice(0, MOST_VALUE)];
  });
  const all = (name) => headers.filter(([one]) => one === name).map(([, value]) => value);
  const froms = all('from').length === 1 ? [...new Set(addressesOf(mail.from))] : [];
  const noted = NOTED.flatMap((name) =>
    all(name).flatMap((value) => value.toLowerCase().match(/[^\s<>,;:"]+@[^\s<>,;:"]+/g) ?? []),
  );
  const attached = mail.attachments.filter(({ contentType }) => !SIGNATURES.includes(contentType));
  const files = attached.filter(({ content }) => content.length <= limits.mostFileBytes).slice(0, limits.mostFiles);
  const facts = {
    messageId: idsOf(all('message-id')[0])[0] ?? null,
    answers: [...new Set([...idsOf(all('in-reply-to')[0]), ...idsOf(all('references')[0]).reverse()])].slice(0, MOST_IDS),
    from: froms.length === 1 ? froms[0] : null,
    recipients: [...new Set([...addressesOf(mail.to, mail.cc), ...noted])].slice(0, MOST_IDS),
    subject: (mail.subject ?? '').slice(0, 1_000),
    headers,
  };
  return {
    facts,
    text: mail.text === undefined ? null : mail.text.slice(0, limits.mostText),
    html: typeof mail.html === 'string' ? mail.html.slice(0, limits.mostText) : null,
    files: files.map(({ filename, contentType, content }) => ({
      name: filename ?? (contentType === 'message/rfc822' ? 'message.eml' : 'file'),
      type: contentType ?? '',
      content: Uint8Array.from(content),
    })),
    leftOut: attached.length - files.length,
    failedForGood: /^Action:\s*failed\b/im.test([mail.text ?? '', ...reportsOf(mail)].join('\n')),
  };
}

// A mail that can't be read ends the thread, which the one who started it is told.
if (workerData?.raw) void read(workerData.raw, workerData.limits).then((mail) => parentPort.postMessage(mail));

/** For tests that read many mails. */
module.exports = { read };
