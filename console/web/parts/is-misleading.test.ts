import { expect, it } from 'vitest';
import { isMisleading } from './is-misleading.ts';

it('detects names that look like other names', () => {
  expect(isMisleading('web-1.example')).toBe(false);
  expect(isMisleading('сервер')).toBe(false);
  expect(isMisleading('pаypal')).toBe(true);
  expect(isMisleading('web\u200b1')).toBe(true);
  expect(isMisleading('web\u202egnp.exe')).toBe(true);
  expect(isMisleading('日本 server')).toBe(false);
});
