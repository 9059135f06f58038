/**
 * Makes the text of a mail safe to show: removes quotes, sanitises the rest and limits its length.
 *
 * This code runs in the mail parser's thread, because hostile text can keep a regular expression or an HTML parser busy for long.
 */
import { htmlOfText, MAX_DEPTH, sanitiseHtml, textOfHtml } from '../messages/html.ts';
import { pruneHtml } from '../messages/prune-html.ts';
import { MAX_MAIL_TEXT_LENGTH } from './mail.ts';
import { withoutHtmlQuotes, withoutQuotes } from './quotes.ts';

export interface WrittenText {
  /** Sanitised HTML. Empty if the mail has no text. */
  html: string;
  /** True if the text contains everything that the sender wrote. Removed quotes do not count. */
  isWhole: boolean;
}

/** Maximum length in characters of the text or HTML that is searched for quotes and sanitised. */
export const MAX_READ_LENGTH = 256 * 1024;
/** Maximum length in characters of HTML whose head, styles, scripts and comments are removed before it is truncated. */
const MAX_PRUNED_LENGTH = 4_000_000;

/** Reads the text part if it is not blank, and otherwise the HTML part. Quotes are found more reliably in text. */
export function extractWrittenText({ text, html }: { text: string | null; html: string | null }): WrittenText {
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
  // If a quote was removed, the part that was cut off after it also counts as quoted.
  const isCut = source === read && (read.length < pruned.length || html.length > MAX_PRUNED_LENGTH);
  const short =
    Buffer.byteLength(written) <= MAX_MAIL_TEXT_LENGTH * 3 ? { html: written, isWhole: true } : firstLetters(textOfHtml(written));
  return { html: short.html, isWhole: short.isWhole && !isCut };
}

function firstLetters(text: string): WrittenText {
  const letters = [...text];
  return { html: htmlOfText(letters.slice(0, MAX_MAIL_TEXT_LENGTH).join('')), isWhole: letters.length <= MAX_MAIL_TEXT_LENGTH };
}
