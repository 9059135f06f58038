/** Defines a part of the bench: its measurement, its section of the report, and its targets. */
import type { StatementFigures } from './statements/top.ts';

export interface Options {
  /** Text that selects rows by their names. Empty for all rows. */
  only: string;
  say(line: string): void;
}

export interface Target {
  target: string;
  /** Target as text: `1 000/s, p99 under 60 ms`. */
  aim: string;
  measured: string;
  met: boolean;
  /** Target scaled to the speed of this machine, if known (speed.ts). */
  here?: { aim: string; met: boolean };
}

interface Defined<Figures> {
  title: string;
  /** True if `npm run bench` measures it by default. */
  always: boolean;
  measure(options: Options): Promise<Figures>;
  /** Returns the section as Markdown without its title. */
  section(figures: Figures): string;
  targets(figures: Figures): Target[];
  /** Returns the statements of the database, if they were recorded. */
  statements?(figures: Figures): StatementFigures[];
}

/** Part without the type of its figures, which are stored as JSON between runs. */
export type Part = Defined<unknown>;

export function part<Figures>(defined: Defined<Figures>): Part {
  // Stored figures were written by the same part.
  return defined as unknown as Part;
}

export const NOT_MEASURED_HERE = 'Not measured here: it takes root and QEMU.';
