import { expect, test } from 'vitest';
import { isWebPage, referenceOf } from './payment-page.ts';

test.each([
  ['http://localhost:7080/sandbox#abc123', 'abc123'],
  ['http://localhost:7080/sandbox', undefined],
  ['http://localhost:7080/sandbox#', undefined],
  ['http://localhost:7080/orders#abc123', undefined],
  ['https://pay.example.com/sandbox#abc123', undefined],
  ['no URL', undefined],
])('referenceOf(%s) is %s', (url, reference) => {
  expect(referenceOf(url, 'http://localhost:7080')).toBe(reference);
});

test.each([
  ['https://pay.example.com/o/1', true],
  ['http://localhost:7080/x', true],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['', false],
])('isWebPage(%s) is %s', (url, isOne) => {
  expect(isWebPage(url)).toBe(isOne);
});
