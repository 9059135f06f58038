import { MAIL_LANGUAGES } from '@innkeeper/model/mail/languages';

/** Returns the languages of mails under their own names, ordered by name. `current` is included, even if no mail has it. */
export function languageOptions(current: string): readonly { value: string; label: string }[] {
  return [...new Set([...MAIL_LANGUAGES, current])]
    .map((value) => ({ value, label: nameOf(value) }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

const nameOf = (code: string): string => new Intl.DisplayNames([code, 'en'], { type: 'language' }).of(code) ?? code;
