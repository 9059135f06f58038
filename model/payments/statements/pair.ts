/**
 * Pairs the lines of a file with stored rows, each at most once. A pair is one booking, whatever file it comes in.
 *
 * Stricter rules come first, so that a loose one takes no row from a line that fits it better. Each rule looks rows up by a key, because a
 * file may have 100,000 equal lines.
 */
import type { StatementLine } from '../statement-line.ts';
import { type Content, contentOf, type StoredLine } from './content.ts';

interface Candidate<One> {
  one: One;
  group: string;
  content: Content;
}
interface Rule {
  line(candidate: Candidate<StatementLine>): readonly string[];
  row(candidate: Candidate<StoredLine>): readonly string[];
}

/** Returns the row of each line that is known. */
export function pairLines(lines: readonly StatementLine[], rows: readonly StoredLine[]): ReadonlyMap<StatementLine, StoredLine> {
  const accounts = new Set(lines.map(({ account }) => account));
  // Only a line without a reference may pair with every row, so it chooses last.
  const sorted = [...lines].sort((a, b) => Number(a.reference === null) - Number(b.reference === null));
  let waiting = sorted.map((one) => ({ one, group: groupOf(one, one.account), content: contentOf(one) }));
  const pairs = new Map<StatementLine, StoredLine>();
  const used = new Set<StoredLine>();
  const stored = rows.map((one) => ({ one, group: groupOf(one, accountOf(one, accounts)), content: contentOf(one) }));
  for (const rule of RULES) {
    const free = indexRows(
      stored.filter(({ one }) => !used.has(one)),
      rule,
    );
    waiting = waiting.filter((candidate) => {
      const row = takeRow(free, candidate, rule, used);
      if (row) pairs.set(candidate.one, row);
      return row === undefined;
    });
  }
  return pairs;
}

/** Returns the account of a row. The account of a row from before accounts begins its statement, unless its bank gave none. */
export function accountOf({ account, statement }: StoredLine, accounts: ReadonlySet<string>): string {
  if (account) return account;
  for (let at = statement.indexOf(' '); at > 0; at = statement.indexOf(' ', at + 1))
    if (accounts.has(statement.slice(0, at))) return statement.slice(0, at);
  return '';
}

/** Returns the end of a line's id, such as `REF` or, in a batch, `2 REF`. */
export const endOfId = (line: string): string => line.replace(/^\d+ ?/, '');

const groupOf = ({ bookedOn, amount, currency }: Pick<StatementLine, 'bookedOn' | 'amount' | 'currency'>, account: string) =>
  JSON.stringify([account, bookedOn, String(amount), currency]);

const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);
const contents = ({ content }: Candidate<unknown>, key: (text: string) => string): string[] => content.texts.map(key);

/** Rules by content hold only if one side has no reference. */
function byContent(keys: { line: Rule['line']; row: Rule['row'] }): Rule {
  return {
    line: (candidate) => {
      const own = keys.line(candidate);
      const unnamed = own.map((key) => `- ${key}`);
      return candidate.one.reference === null ? [...unnamed, ...own.map((key) => `+ ${key}`)] : unnamed;
    },
    row: (candidate) => keys.row(candidate).map((key) => `${candidate.one.reference === null ? '-' : '+'} ${key}`),
  };
}

const withPayer = (candidate: Candidate<unknown>): string[] =>
  contents(candidate, (text) => keyOf(candidate.content.iban, candidate.content.name, text));
const withIban = (candidate: Candidate<unknown>): string[] =>
  candidate.content.iban === '' ? [] : contents(candidate, (text) => keyOf(candidate.content.iban, text));
const withName = (candidate: Candidate<unknown>, kind: 'iban' | 'none'): string[] =>
  contents(candidate, (text) => keyOf(kind, candidate.content.name, text));

const RULES: readonly Rule[] = [
  {
    line: (line) => (line.one.reference === null ? [] : withPayer(line).map((key) => `${line.one.reference} ${key}`)),
    row: (row) => (row.one.reference === null ? [] : withPayer(row).map((key) => `${row.one.reference} ${key}`)),
  },
  {
    line: ({ one }) => (one.reference === null ? [] : [one.reference]),
    row: ({ one }) => (one.reference === null ? [] : [one.reference]),
  },
  {
    line: ({ one }) => (one.formerEnd === null ? [] : [one.formerEnd]),
    row: ({ one }) => (one.reference === null ? [endOfId(one.line)] : []),
  },
  byContent({ line: withPayer, row: withPayer }),
  byContent({ line: withIban, row: withIban }),
  byContent({
    line: (line) => [...withName(line, 'none'), ...(line.content.iban ? [] : withName(line, 'iban'))],
    row: (row) => withName(row, row.content.iban ? 'iban' : 'none'),
  }),
];

function indexRows(rows: readonly Candidate<StoredLine>[], rule: Rule): Map<string, StoredLine[]> {
  const index = new Map<string, StoredLine[]>();
  // The last one of a list is taken first.
  for (const candidate of [...rows].reverse())
    for (const key of rule.row(candidate)) {
      const full = `${candidate.group} ${key}`;
      const list = index.get(full);
      if (list) list.push(candidate.one);
      else index.set(full, [candidate.one]);
    }
  return index;
}

function takeRow(
  free: ReadonlyMap<string, StoredLine[]>,
  candidate: Candidate<StatementLine>,
  rule: Rule,
  used: Set<StoredLine>,
): StoredLine | undefined {
  for (const key of rule.line(candidate)) {
    const list = free.get(`${candidate.group} ${key}`) ?? [];
    for (let row = list.pop(); row; row = list.pop()) {
      if (used.has(row)) continue;
      used.add(row);
      return row;
    }
  }
  return undefined;
}
