import { expect, it } from 'vitest';
import { nameBrowser } from './name-browser.ts';

it('names browser and system', () => {
  expect(nameBrowser('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe('Firefox on Linux');
  const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36';
  expect(nameBrowser(chrome)).toBe('Chromium on Windows');
  expect(nameBrowser(`${chrome} Edg/156.0`)).toBe('Edge on Windows');
});

it('shows an unknown user agent, truncated to 60 characters', () => {
  expect(nameBrowser('curl/8.5')).toBe('curl/8.5');
  expect(nameBrowser('x'.repeat(500))).toHaveLength(60);
});
