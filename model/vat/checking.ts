/** When a VAT number is asked for. */
import { days, minutes } from '../clock.ts';
import type { Verdict } from './decide.ts';

/** After a question without an answer; then each hour. */
const PAUSES_MS = [5, 5, 10, 20, 40].map(minutes);
const LONGEST_PAUSE_MS = minutes(60);

/** `tries`: how often it was asked in vain, this time included. */
export function pauseAfter(tries: number): number {
  return PAUSES_MS[tries - 1] ?? LONGEST_PAUSE_MS;
}

/** Registrations end, and what was refused may have been entered too early; a verdict is relied on for 120 days (decide.ts). */
export const ASKED_AGAIN_MS: Readonly<Record<Exclude<Verdict, 'unknown'>, number>> = { valid: days(90), invalid: days(30) };

/** As people write it: `atu 123 456 75` is `ATU12345675`. */
export function normalVatNumber(text: string): string {
  return text.replaceAll(/[\s./-]/g, '').toUpperCase();
}
