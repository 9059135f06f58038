/**
 * The HTML of a mail. Background and text keep the colors of the mail program, so that dark mode works everywhere. Styles are inline,
 * because some mail programs drop style sheets. Nothing is loaded from elsewhere.
 */
import type { FramedParts } from './frame.ts';
import { oneLine } from './one-line.ts';
import type { MailFacts, MailPart, MailTable, MailText } from './text.ts';

const HEAD =
  '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">';
/** Contrast of the soft text is at least 5.5:1 on white and 7:1 on black. Programs that drop the sheet keep the first color. */
const SHEET = [
  ':root{color-scheme:light dark}',
  '@media (prefers-color-scheme:dark){.soft{color:#a6adb8!important}}',
  // On a phone a value is below its label, because an IBAN does not fit beside it.
  '@media (max-width:480px){.term,.value{display:block;padding:0!important}.term{padding-top:8px!important}}',
].join('');

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5";
const RULE = '1px solid #9aa1ac';
const STYLES = {
  body: 'margin:0;padding:0;overflow-wrap:anywhere',
  page: `max-width:600px;margin:0 auto;padding:24px 20px;${FONT}`,
  brand: `margin:0 0 20px;padding-bottom:12px;border-bottom:${RULE};font-size:18px;line-height:1.3;font-weight:700`,
  part: 'margin:0 0 16px',
  table: 'width:100%;margin:0 0 16px;border-collapse:collapse',
  label: 'padding:6px 16px 6px 0;vertical-align:top;text-align:left;font-weight:400',
  // Our own labels are not broken within a word.
  term: 'padding:6px 16px 6px 0;vertical-align:top;text-align:left;font-weight:400;overflow-wrap:normal',
  amount: 'padding:6px 0;vertical-align:top;text-align:right;white-space:nowrap',
  value: 'padding:6px 0;vertical-align:top;text-align:left;font-weight:600',
  small: 'display:block;font-size:14px;color:#5b6270',
  cell: 'padding:0;border-radius:6px;background:#1d4ed8',
  button: 'display:inline-block;padding:11px 20px;color:#ffffff;font-weight:600;text-decoration:none',
  footer: `margin-top:28px;padding-top:14px;border-top:${RULE};font-size:13px;color:#5b6270`,
  note: 'margin:0 0 6px',
};
const LINE = `;border-top:${RULE}`;

/** Renders the mail as an HTML document. */
export function htmlOf(
  { subject, mark, body, language }: MailText & { language: string },
  frame: FramedParts | undefined,
): string {
  const content = [
    // The class is known to the reader of answers (model/mail-in/quotes.ts).
    ...(mark === undefined ? [] : [`<p class="innkeeper-reply-above soft" style="${STYLES.small}">${escaped(mark)}</p>`]),
    ...(frame ? [`<h1 style="${STYLES.brand}">${escaped(frame.brand)}</h1>`] : []),
    ...body.map(partOf),
    ...(frame ? [footerOf(frame.footer)] : []),
  ].join('');
  return `<!doctype html><html lang="${escaped(language)}"><head>${HEAD}<title>${escaped(subject)}</title><style>${SHEET}</style></head><body style="${STYLES.body}"><div style="${STYLES.page}">${content}</div></body></html>`;
}

function partOf(part: MailPart): string {
  if (typeof part === 'string') return `<p style="${STYLES.part}">${shown(part)}</p>`;
  if ('button' in part)
    return `<table role="presentation" style="${STYLES.part};border-spacing:0"><tr><td style="${STYLES.cell}"><a href="${escaped(part.link ?? '')}" style="${STYLES.button}">${escaped(part.button)}</a></td></tr></table>`;
  if ('facts' in part) return factsOf(part);
  if ('rows' in part) return tableOf(part);
  return `<ul style="${STYLES.part};padding-left:22px">${part.map((item) => `<li>${shown(item)}</li>`).join('')}</ul>`;
}

function factsOf({ facts }: MailFacts): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><th scope="row" class="term" style="${STYLES.term}">${shown(label)}</th><td class="value" style="${STYLES.value}">${shown(value)}</td></tr>`,
  );
  return `<table style="${STYLES.table};width:auto">${rows.join('')}</table>`;
}

function tableOf({ rows, sums }: MailTable): string {
  const lines = rows.map(({ label, detail, amount }, at) => {
    const small = detail === '' ? '' : `<span class="soft" style="${STYLES.small}">${shown(detail)}</span>`;
    const line = at === 0 ? '' : LINE;
    return `<tr><td style="${STYLES.label}${line}">${shown(label)}${small}</td><td style="${STYLES.amount}${line}">${shown(amount)}</td></tr>`;
  });
  const totals = sums.map(([label, amount], at) => {
    const look = `${at === 0 ? LINE : ''}${at === sums.length - 1 ? ';font-weight:700' : ''}`;
    return `<tr><td style="${STYLES.label}${look}">${shown(label)}</td><td style="${STYLES.amount}${look}">${shown(amount)}</td></tr>`;
  });
  return `<table style="${STYLES.table}">${[...lines, ...totals].join('')}</table>`;
}

function footerOf({ lines, reason, mute }: FramedParts['footer']): string {
  const notes = [...lines, reason].map((line) => `<p style="${STYLES.note}">${escaped(line)}</p>`);
  const muting = mute
    ? `<p style="${STYLES.note}">${escaped(mute.hint)} <a class="soft" href="${escaped(mute.link)}" style="color:#5b6270">${escaped(mute.button)}</a></p>`
    : '';
  return `<div class="soft" style="${STYLES.footer}">${notes.join('')}${muting}</div>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Times and amounts, which phones would break at a hyphen or a blank. */
const UNBROKEN = /\d{4}-\d\d-\d\d(?: \d\d:\d\d UTC)?|\d\d\.\d\d\.\d{4}(?:, \d\d:\d\d UTC)?|\b\d[\d.,]{0,15} [A-Z]{3}\b/g;

const shown = (text: string): string => escaped(text).replace(UNBROKEN, '<span style="white-space:nowrap">$&</span>');

const escaped = (text: string): string => oneLine(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
