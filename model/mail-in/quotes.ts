/**
 * Extracts the new text of a mail, without the quote of the previous mail.
 *
 * In doubt, text is kept: unrecognised quotes stay, and a mail that would become empty stays whole. The raw mail is also stored.
 */

/** Whole lines after which the rest is the quoted mail. */
const SEPARATORS: readonly RegExp[] = [
  // "On Mon, 1 Jan 2026 at 10:00, Ada <ada@example.org> wrote:" in many languages, on one line or two (joined below).
  /^on\b.{6,300}\bwrote:?$/iu,
  /^am\b.{6,300}\bschrieb\b.{0,200}:$/iu,
  /^\S.{0,200}\bschrieb am\b.{6,100}:$/iu,
  /^le\b.{6,300}\ba écrit ?:$/iu,
  /^el\b.{6,300}\bescribió:$/iu,
  /^il\b.{6,300}\bha scritto:$/iu,
  /^op\b.{6,300}\b(?:schreef|geschreven)\b.{0,200}:$/iu,
  /^em\b.{6,300}\bescreveu:$/iu,
  /^(?:w dniu|dnia)\b.{6,300}\s(?:napisał|napisała|napisał\(a\)|pisze):$/iu,
  /^den\b.{6,300}\b(?:skrev|skrev følgende)\b.{0,200}:$/iu,
  /^\S.{4,200}\bkirjoitti\b.{0,200}:$/iu,
  /^(?:dne|po)\b.{6,300}\bnapsal(?:\(a\)|a)?:$/iu,
  /^\S.{4,300}[\s>]пишет:$/iu,
  /^\S.{4,300}[\s>]написал(?:\(а\)|а)?:$/iu,
  /^\S.{6,300}\btarihinde\b.{0,200}\byazdı:$/iu,
  /^\S.{4,300}[\s>]írta(?:\s.{0,200})?:$/iu,
  /^(?:în|pe)\s.{6,300}\ba scris:$/iu,
  /^\d{4}年\d{1,2}月\d{1,2}日.{0,200}(?:写道|寫道|のメール|:|：)$/u,
  /^.{4,200}(?:写道|寫道)[:：]$/u,
  // Older programs: "Ada <ada@example.org> wrote:" without a date. An address is required, because otherwise ordinary sentences would
  // match.
  /^\S.{0,200}<[^<>\s]+@[^<>\s]+>\s*(?:wrote|writes|schrieb|a écrit|escribió|ha scritto|schreef|escreveu|skrev|написал|пишет) ?:$/iu,
  // Separators of Outlook and similar programs.
  /^-{2,}\s*(?:original message|original appointment|ursprüngliche nachricht|original-nachricht|message d'origine|message original|mensaje original|messaggio originale|oorspronkelijk bericht|mensagem original|wiadomość oryginalna|ursprungligt meddelande|oprindelig meddelelse|opprinnelig melding|alkuperäinen viesti|původní zpráva|eredeti üzenet|mesaj original|orijinal mesaj|исходное сообщение|原始邮件|原始郵件|元のメッセージ)\s*-{2,}$/iu,
  /^-{2,}\s*(?:forwarded message|weitergeleitete nachricht|message transféré|mensaje reenviado|messaggio inoltrato|doorgestuurd bericht|mensagem encaminhada|пересылаемое сообщение|转发的消息|転送メッセージ)\s*-{2,}$/iu,
  /^begin forwarded message:$/iu,
  /^_{20,}$/u,
  // Our own separators, above the quotes of our mails.
  /^-{2,}\s*(?:please reply above this line|bitte antworten sie oberhalb dieser zeile)\s*-{2,}$/iu,
];

/** Outlook quotes without any mark: a `From:` line, then at least two more of these header lines. */
const HEADER =
  /^\*?(?:from|sent|date|to|cc|subject|reply-to|von|gesendet|datum|an|betreff|de|envoyé|date|à|objet|enviado(?: el)?|fecha|para|asunto|da|inviato|data|a|oggetto|van|verzonden|aan|onderwerp|assunto|od|wysłano|do|temat|från|skickat|till|ämne|fra|sendt|til|emne|lähettäjä|lähetetty|vastaanottaja|aihe|odesláno|komu|předmět|от|отправлено|кому|тема|дата|发件人|发送时间|收件人|主题|差出人|送信日時|宛先|件名)\s?\*?[:：]\*?\s/iu;
const FROM = /^\*?(?:from|von|de|da|van|od|från|fra|lähettäjä|от|发件人|差出人)\s?\*?[:：]\*?\s/iu;

/** Lines that phones and programs append. */
const SENT_WITH =
  /^(?:sent from (?:my |outlook|mail|yahoo|proton|samsung|mobile)|get outlook for|von meinem .{1,40} gesendet|gesendet von |gesendet mit|envoyé de(?:puis)? mon |enviado desde mi |inviato da |verstuurd vanaf mijn |skickat från |sendt fra |отправлено (?:с|из) |发自我的|iphoneから送信)/iu;

/**
 * Returns the new text of a whole mail. Time is bounded: each line is tested once, and lines longer than `MAX_SEPARATOR_LENGTH` are never
 * separators.
 */
export function withoutQuotes(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const end = lines.findIndex((_, at) => isSeparator(lines, at));
  const own = (end < 0 ? lines : lines.slice(0, end)).filter((line) => !/^\s*>/.test(line));
  const written = withoutSignature(own)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return written === '' ? text.trim() : written;
}

const MAX_SEPARATOR_LENGTH = 400;

function isSeparator(lines: readonly string[], at: number): boolean {
  const line = lines[at]?.trim() ?? '';
  if (line === '' || line.length > MAX_SEPARATOR_LENGTH) return false;
  const bare = line.replace(/^>+\s?/, '');
  if (SEPARATORS.some((separator) => separator.test(bare))) return true;
  // Programs break long lines, so the next non-empty line may complete the separator.
  const next = lines[at + 1]?.trim() ?? '';
  const joined = `${bare} ${next.replace(/^>+\s?/, '')}`;
  if (
    next !== '' &&
    joined.length <= MAX_SEPARATOR_LENGTH &&
    /[:：]$/.test(joined) &&
    SEPARATORS.slice(0, 20).some((one) => one.test(joined))
  )
    return /^(?:on|am|le|el|il|op|em|w dniu|dnia|den|dne|po|în|pe)\b|[\d<@]/iu.test(bare);
  return FROM.test(line) && [1, 2, 3].filter((later) => HEADER.test(lines[at + later]?.trim() ?? '')).length >= 2;
}

/** Removes the signature that follows `-- ` (RFC 3676), or the line of a phone at the end. */
function withoutSignature(lines: readonly string[]): string[] {
  const sign = lines.findIndex((line) => /^--\s?$/.test(line));
  const left = sign < 0 ? [...lines] : lines.slice(0, sign);
  while (left.length > 0 && (left.at(-1)?.trim() === '' || SENT_WITH.test(left.at(-1)?.trim() ?? ''))) left.pop();
  return left;
}

/** Marks of quotes in HTML. The classes and ids are lost in sanitising, so they are searched before. */
const HTML_QUOTES =
  /<(?:div|blockquote|span|table|hr|section)\b[^<>]{0,300}\b(?:class|id|type|name)\s*=\s*["']?[^"'<>]{0,100}\b(?:gmail_quote|gmail_attr|yahoo_quoted|protonmail_quote|moz-cite-prefix|moz-forward-container|zmail_extra|tutanota_quote|appendonsend|divRplyFwdMsg|mail-editor-reference-message-container|stopSpelling|OLK_SRC_BODY_SECTION|isForwardContent|ms-outlook-mobile-reference-message|cite|innkeeper-reply-above)\b/i;

/** Returns the HTML before the first quote. The result is not sanitised. */
export function withoutHtmlQuotes(html: string): string {
  const at = html.search(HTML_QUOTES);
  return at > 0 && /[^\s<>]/.test(html.slice(0, at).replace(/<[^<>]*>/g, '')) ? html.slice(0, at) : html;
}
