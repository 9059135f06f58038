/** The content of a mail: a subject of one line, a text, and the same content as HTML. */
import type { FramedParts } from './frame.ts';
import { htmlOf } from './html.ts';
import { oneLine } from './one-line.ts';
import type { MailPart, MailText } from './text.ts';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** Maximum length of a subject. RFC 5322 allows 998 characters per line. */
const MAX_SUBJECT_LENGTH = 200;

/** Renders a mail. Without a frame it has neither heading nor footer. */
export function renderMail(mail: MailText & { language: string }, frame?: FramedParts): RenderedMail {
  const subject = oneLine(mail.subject).slice(0, MAX_SUBJECT_LENGTH);
  const body = [...mail.body, ...(frame?.documents ?? [])].filter(isShown);
  return { subject, text: textOf({ ...mail, body }, frame), html: htmlOf({ ...mail, subject, body }, frame) };
}

/** Returns false for a link that is neither http nor https, or missing because the host has no web page. */
function isShown(part: MailPart): boolean {
  return typeof part === 'string' || !('button' in part) || /^https?:\/\//.test(part.link ?? '');
}

function textOf({ mark, body }: MailText, frame: FramedParts | undefined): string {
  const parts = [...(mark === undefined ? [] : [mark]), ...body.map(plain)];
  return `${parts.join('\n\n')}\n${frame ? footerOf(frame.footer) : ''}`;
}

function plain(part: MailPart): string {
  if (typeof part === 'string') return oneLine(part);
  if ('button' in part) return `${oneLine(part.button)}:\n${oneLine(part.link ?? '')}`;
  return linesOf(part).map(oneLine).join('\n');
}

function linesOf(part: Exclude<MailPart, string | { button: string }>): readonly string[] {
  if ('facts' in part) return part.facts.map(([label, value]) => `${label}: ${value}`);
  if ('rows' in part)
    return [
      ...part.rows.map(({ label, detail, amount }) => `- ${label}${detail === '' ? '' : ` (${detail})`}: ${amount}`),
      ...part.sums.map(([label, amount]) => `${label}: ${amount}`),
    ];
  return part.map((item) => `- ${item}`);
}

/** Returns the footer below a signature mark, which mail programs leave out of answers (RFC 3676). */
function footerOf({ lines, reason, mute }: FramedParts['footer']): string {
  const muting = mute ? [`${mute.hint} ${mute.button}: ${mute.link}`] : [];
  return `\n-- \n${[...lines, reason, ...muting].map(oneLine).join('\n')}\n`;
}
