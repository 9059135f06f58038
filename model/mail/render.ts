/** A mail as it is sent: a subject of one line, a text, and the same as HTML. */
import type { MailText } from './templates.ts';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** Longer ones are cut: RFC 5322 allows 998 characters a line. */
const LONGEST_SUBJECT = 200;

export function renderMail({ subject, body, language }: MailText & { language: string }): RenderedMail {
  const title = oneLine(subject).slice(0, LONGEST_SUBJECT);
  const text = body.map((part) =>
    typeof part === 'string' ? oneLine(part) : part.map((item) => `- ${oneLine(item)}`).join('\n'),
  );
  const html = body.map((part) =>
    typeof part === 'string' ? `<p>${escaped(part)}</p>` : `<ul>${part.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`,
  );
  return {
    subject: title,
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html><html lang="${escaped(language)}"><head><meta charset="utf-8"><title>${escaped(title)}</title></head><body>${html.join('')}</body></html>`,
  };
}

/** What a customer has named must neither end a line nor begin a header. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string): string => oneLine(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
