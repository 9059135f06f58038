/** Arguments into values, with a sentence for what does not fit. */
import { type Cents, parseDecimal } from '@innkeeper/model/money';
import { InvalidArgumentError } from 'commander';

export function parseWhole(name: string, least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`${name} is a whole number from ${least} to ${most}.`);
  };
}

/** With at most two decimals. */
export function parseFactor(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+(\.\d{1,2})?$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`A factor is a number from ${least} to ${most} with at most two decimals.`);
  };
}

export function parseKey(text: string): string {
  if (/^[a-z0-9][a-z0-9.-]{0,39}$/.test(text)) return text;
  throw new InvalidArgumentError('A key has up to 40 small letters, digits, dots and hyphens.');
}

/** What customers read; a line break or a control character has no place in it. */
export function parseName(text: string): string {
  const name = text.trim();
  if (/^\P{Cc}{1,60}$/u.test(name)) return name;
  throw new InvalidArgumentError('A name is one line of 1 to 60 characters.');
}

export function parseMoney(text: string): Cents {
  try {
    const amount = parseDecimal(text);
    if (amount >= 0n) return amount;
  } catch {
    // Told below, in the words of this option.
  }
  throw new InvalidArgumentError('An amount looks like 100 or 99.50.');
}

export function parseEmail(text: string): string {
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) && text.length <= 254) return text.toLowerCase();
  throw new InvalidArgumentError('That is no email address.');
}

export function parseCountry(text: string): string {
  if (/^[a-z]{2}$/i.test(text)) return text.toUpperCase();
  throw new InvalidArgumentError('A country is told by its two letters, like DE.');
}

export function parseAbilities(text: string): ('read' | 'write')[] {
  const words = [...new Set(text.split(',').map((word) => word.trim()))];
  const known = words.filter((word) => word === 'read' || word === 'write');
  if (known.length === words.length) return known;
  throw new InvalidArgumentError('Abilities are read, write, or both: read,write.');
}
