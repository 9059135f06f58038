import { expect, test } from 'vitest';
import { languageOptions } from './languages.ts';

test('languages stand under their own names, by name', () => {
  const options = languageOptions('en');
  expect(options).toHaveLength(24);
  expect(options).toContainEqual({ value: 'de', label: 'Deutsch' });
  expect(options.slice(0, 3).map(({ value }) => value)).toEqual(['cs', 'da', 'de']);
});

test('a language that the host has set is among them, even one without a name', () => {
  expect(languageOptions('tr')).toContainEqual({ value: 'tr', label: 'Türkçe' });
  expect(languageOptions('zz')).toContainEqual({ value: 'zz', label: 'zz' });
});
