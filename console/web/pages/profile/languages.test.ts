import { expect, test } from 'vitest';
import { languageOptions } from './languages.ts';

test('the languages of mails have their own names, and are sorted by name', () => {
  expect(languageOptions('en')).toEqual([
    { value: 'de', label: 'Deutsch' },
    { value: 'en', label: 'English' },
  ]);
});

test('the language of a user stays in the list, even without mails or a known name', () => {
  expect(languageOptions('fr')).toContainEqual({ value: 'fr', label: 'français' });
  expect(languageOptions('zz')).toContainEqual({ value: 'zz', label: 'zz' });
});
