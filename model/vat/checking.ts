/** Times at which VAT numbers are checked. */
import { days, minutes } from '../time/clock.ts';
import type { VatVerdict } from './decide.ts';

/** Delays after checks without an answer. Further checks are hourly. */
const PAUSES_MS = [5, 5, 10, 20, 40].map(minutes);
const MAX_BACKOFF_MS = minutes(60);

/** Returns the delay in milliseconds after `tries` checks without an answer. */
export function pauseAfter(tries: number): number {
  return PAUSES_MS[tries - 1] ?? MAX_BACKOFF_MS;
}

/**
 * Time in milliseconds before a verdict is checked again. Registrations end, and a refused number may have been entered too early. A
 * verdict is valid for 120 days (decide.ts).
 */
export const RECHECK_AFTER_MS: Readonly<Record<Exclude<VatVerdict, 'unknown'>, number>> = { valid: days(90), invalid: days(30) };

/** Normalises a VAT number as people write it: `atu 123 456 75` becomes `ATU12345675`. */
export function normaliseVatNumber(text: string): string {
  return text.replaceAll(/[\s./-]/g, '').toUpperCase();
}
