/**
 * Makes what somebody wrote in a mail safe to show: without quotes, sanitised, and of bounded length. Runs in the parser's thread, because a hostile
 * text can make a pattern or a parser busy.
 */
import { htmlOfText, MAX_DEPTH, sanitiseHtml, textOfHtml } from '../messages/html.ts';
import { pruneHtml } from '../messages/prune-html.ts';
import { MOST_MAIL_TEXT } from './mail.ts';
import { withoutHtmlQuotes, withoutQuotes } from './quotes.ts';

export interface WrittenText {
  /** Sanitised. Empty if the mail has no text. */
  html: string;
  /** Whether this is all that somebody wrote. */
  isWhole: boolean;
}

/** Characters of text or HTML that are read for quotes and sanitised. */
export const MAX_READ_LENGTH = 256 * 1024;
/** Characters of HTML of which head, styles, scripts and comments are taken out before it is cut. */
const MAX_PRUNED_LENGTH = 4_000_000;

/** Prefers text: it is what a program makes of HTML for those without, and quotes are found in it more reliably. */
export function readWritten({ text, html }: { text: string | null; html: string | null }): WrittenText {
  return text?.trim() ? readText(text) : readHtml(html ?? '');
}

function readText(text: string): WrittenText {
  const { html, isWhole } = firstLetters(withoutQuotes(text.slice(0, MAX_READ_LENGTH)));
  return { html, isWhole: isWhole && text.length <= MAX_READ_LENGTH };
}

function readHtml(html: string): WrittenText {
  const pruned = pruneHtml(html.slice(0, MAX_PRUNED_LENGTH), { maxDepth: MAX_DEPTH });
  const read = pruned.slice(0, MAX_READ_LENGTH);
  const own = withoutHtmlQuotes(read);
  const sanitised = sanitiseHtml(own);
  const [written, source] = textOfHtml(sanitised) === '' ? [sanitiseHtml(read), read] : [sanitised, own];
  // What was cut off below a quote is quoted too.
  const isCut = source === read && (read.length < pruned.length || html.length > MAX_PRUNED_LENGTH);
  const short =
    Buffer.byteLength(written) <= MOST_MAIL_TEXT * 3 ? { html: written, isWhole: true } : firstLetters(textOfHtml(written));
  return { html: short.html, isWhole: short.isWhole && !isCut };
}

function firstLetters(text: string): WrittenText {
  const letters = [...text];
  return { html: htmlOfText(letters.slice(0, MOST_MAIL_TEXT).join('')), isWhole: letters.length <= MOST_MAIL_TEXT };
}
