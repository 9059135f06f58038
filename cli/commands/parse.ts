/** Arguments into values, with a sentence for what does not fit. */
import { InvalidArgumentError } from 'commander';

export function parseWhole(name: string, least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`${name} is a whole number from ${least} to ${most}.`);
  };
}
