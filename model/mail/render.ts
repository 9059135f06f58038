/** The content of a mail: a subject of one line, a text, and the same content as HTML. */
import type { MailText } from './templates.ts';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** Maximum length of a subject. RFC 5322 allows 998 characters per line. */
const MAX_SUBJECT_LENGTH = 200;

/** Sets neither width nor colors, so that phones and dark mode use their own. A long path or error wraps instead of widening the mail. */
const HEAD =
  '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">';
const BODY_STYLE = 'overflow-wrap:anywhere';

export function renderMail({ subject, body, language }: MailText & { language: string }): RenderedMail {
  const title = oneLine(subject).slice(0, MAX_SUBJECT_LENGTH);
  const text = body.map((part) =>
    typeof part === 'string' ? oneLine(part) : part.map((item) => `- ${oneLine(item)}`).join('\n'),
  );
  const html = body.map((part) =>
    typeof part === 'string' ? `<p>${escaped(part)}</p>` : `<ul>${part.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`,
  );
  return {
    subject: title,
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html><html lang="${escaped(language)}"><head>${HEAD}<title>${escaped(title)}</title></head><body style="${BODY_STYLE}">${html.join('')}</body></html>`,
  };
}

/** Returns text as one line. Names that customers choose must neither end a line nor begin a header. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string): string => oneLine(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
