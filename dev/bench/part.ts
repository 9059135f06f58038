/** A part of the bench: what it measures, its section of the report, and which targets it judges. */
import type { StatementFigures } from './statements/top.ts';

export interface Options {
  /** Of what a part measures, only that whose name holds this. */
  only: string;
  say(line: string): void;
}

export interface Target {
  target: string;
  /** As the target has it: `1 000/s, p99 under 60 ms`. */
  aim: string;
  measured: string;
  met: boolean;
  /** At the speed of this machine, where it is known (speed.ts). */
  here?: { aim: string; met: boolean };
}

interface Defined<Figures> {
  title: string;
  /** True if `npm run bench` measures it by default. */
  always: boolean;
  measure(options: Options): Promise<Figures>;
  /** Markdown without the title. */
  section(figures: Figures): string;
  targets(figures: Figures): Target[];
  /** Returns the statements of the database, if they were recorded. */
  statements?(figures: Figures): StatementFigures[];
}

/** With figures that are nobody's type: they are kept as JSON between runs. */
export type Part = Defined<unknown>;

export function part<Figures>(defined: Defined<Figures>): Part {
  // Figures that are read back were written by the same part.
  return defined as unknown as Part;
}

export const NOT_HERE = 'Not measured here: it takes root and QEMU.';
