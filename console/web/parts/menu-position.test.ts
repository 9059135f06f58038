import { expect, it } from 'vitest';
import { placeMenu } from './menu-position.ts';

const view = { width: 1000, height: 800 };
const menu = { width: 288, height: 300 };

it('opens below its button, at its end', () => {
  expect(placeMenu({ left: 900, right: 932, top: 100, bottom: 132 }, menu, view)).toEqual({ left: 644, top: 136 });
});

it('opens above where there is no room below', () => {
  expect(placeMenu({ left: 900, right: 932, top: 700, bottom: 732 }, menu, view)).toEqual({ left: 644, top: 396 });
});

it('stays inside the window', () => {
  expect(placeMenu({ left: 0, right: 32, top: 10, bottom: 42 }, { width: 288, height: 900 }, view)).toEqual({ left: 8, top: 8 });
});
