import { expect, test } from 'vitest';
import { vatAreaOf, vatPlaceOf } from './territories.ts';

/** Country, postal code and territory. `null`: the place belongs to the VAT area of its country. */
const PLACES: readonly (readonly [country: string, postalCode: string | null, territory: string | null])[] = [
  ['ES', '35001', 'Canary Islands'],
  ['ES', '38 670', 'Canary Islands'],
  ['ES', '51001', 'Ceuta'],
  ['ES', '52006', 'Melilla'],
  ['ES', '28001', null],
  ['ES', null, null],
  ['ES', '35', null],
  ['ES', '350010', null],
  ['FI', '22100', 'Åland'],
  ['FI', '00100', null],
  ['AX', '22100', 'Åland'],
  ['AX', null, 'Åland'],
  ['IT', '23041', 'Livigno'],
  ['IT', '23042', null],
  ['IT', '22061', "Campione d'Italia"],
  ['IT', '22100', null],
  ['DE', '78266', 'Büsingen'],
  ['DE', '27498', 'Heligoland'],
  ['DE', '35037', null],
  ['GR', '630 86', 'Mount Athos'],
  ['GR', '10431', null],
  ['FR', '97110', 'Guadeloupe'],
  ['FR', '97200', 'Martinique'],
  ['FR', '97300', 'French Guiana'],
  ['FR', '97400', 'Réunion'],
  ['FR', '97500', 'Saint Pierre and Miquelon'],
  ['FR', '97600', 'Mayotte'],
  ['FR', '97133', 'Saint Barthélemy'],
  ['FR', '97150', 'Saint Martin'],
  ['FR', '97900', 'Overseas France'],
  ['FR', '98000', null],
  ['FR', '98413', 'French Southern Territories'],
  ['FR', '98600', 'Wallis and Futuna'],
  ['FR', '98714', 'French Polynesia'],
  ['FR', '98800', 'New Caledonia'],
  ['FR', '75001', null],
  ['MC', '98000', null],
  ['GP', null, 'Guadeloupe'],
  ['MQ', '97200', 'Martinique'],
  ['RE', '97400', 'Réunion'],
  ['AT', '35001', null],
  ['US', '35004', null],
];

test.each(PLACES)('%s %s is in %s', (country, postalCode, territory) => {
  expect(vatPlaceOf(country, postalCode).territory).toBe(territory);
});

test('Monaco is in the VAT area of France, and every other country in its own', () => {
  expect(vatPlaceOf('MC', null)).toEqual({ country: 'FR', territory: null, isOutside: false, domesticIn: null });
  expect(['MC', 'FR', 'ES', 'GP', 'GB'].map(vatAreaOf)).toEqual(['FR', 'FR', 'ES', 'GP', 'GB']);
});
