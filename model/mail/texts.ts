/** Texts of mails by language. English is complete, and replaces texts that another language lacks. */
import { GERMAN } from './de/all.ts';
import { FRAME as GERMAN_FRAME } from './de/frame.ts';
import { ENGLISH } from './en/all.ts';
import { FRAME as ENGLISH_FRAME } from './en/frame.ts';
import { type FramedParts, type FrameTexts, frameOf, type MailFrame } from './frame.ts';
import type { MailLanguage } from './languages.ts';
import { type RenderedMail, renderMail } from './render.ts';
import type { MailData, MailTemplate, MailTexts } from './templates.ts';
import type { MailText } from './text.ts';

type TextsByLanguage = Readonly<Record<string, Partial<MailTexts>>>;

const LANGUAGES: Readonly<Record<MailLanguage, Partial<MailTexts>>> = { en: ENGLISH, de: GERMAN };
const FRAMES: Readonly<Record<string, FrameTexts>> = { en: ENGLISH_FRAME, de: GERMAN_FRAME };

export const MAIL_TEMPLATES = Object.keys(ENGLISH) as MailTemplate[];

/** Returns whether a person wrote the mail. Programs write all mails except support answers. */
export const isWrittenByPerson = (name: string): boolean => name === 'ticket-answered';

export const isMailTemplate = (name: string): name is MailTemplate => Object.hasOwn(ENGLISH, name);

/** Returns the text of a mail. `language` has two letters. A missing language or text falls back to English. */
export function mailText<Name extends MailTemplate>(
  template: Name,
  data: MailData[Name],
  language: string,
  languages: TextsByLanguage = LANGUAGES,
): MailText & { language: string } {
  const own = languages[language]?.[template];
  return { ...(own ?? ENGLISH[template])(data), language: own ? language : 'en' };
}

/** Returns a mail with heading and footer, as it is sent. */
export function framedMail<Name extends MailTemplate>(
  template: Name,
  data: MailData[Name],
  language: string,
  frame: MailFrame,
): RenderedMail {
  const text = mailText(template, data, language);
  const texts = FRAMES[text.language] ?? ENGLISH_FRAME;
  const parts: FramedParts = frameOf(template, data, { frame, texts, language: text.language });
  return renderMail(text, parts);
}
