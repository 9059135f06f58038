/**
 * Available languages of mails: the official ones of the European Union
 * (https://european-union.europa.eu/principles-countries-history/languages_en).
 */
const CODES = 'bg cs da de el en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv'.split(' ');

/** Returns the languages under their own names, ordered by name. `current` is included. */
export function languageOptions(current: string): readonly { value: string; label: string }[] {
  return [...new Set([...CODES, current])]
    .map((value) => ({ value, label: nameOf(value) }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

const nameOf = (code: string): string => new Intl.DisplayNames([code, 'en'], { type: 'language' }).of(code) ?? code;
