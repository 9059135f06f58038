import { expect, test } from 'vitest';
import { languageOptions } from './languages.ts';

test('languages have their own names, and are sorted by name', () => {
  const options = languageOptions('en');
  expect(options).toHaveLength(24);
  expect(options).toContainEqual({ value: 'de', label: 'Deutsch' });
  expect(options.slice(0, 3).map(({ value }) => value)).toEqual(['cs', 'da', 'de']);
});

test('the current language is in the list, even without a known name', () => {
  expect(languageOptions('tr')).toContainEqual({ value: 'tr', label: 'Türkçe' });
  expect(languageOptions('zz')).toContainEqual({ value: 'zz', label: 'zz' });
});
