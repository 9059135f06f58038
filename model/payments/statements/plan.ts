/** Decides what an import does with each line of a file: known, new, or new and waiting for the operator with a hint. */
import type { StatementFile, StatementLine } from '../statement-line.ts';
import { type Content, contentOf, hasEqualContent, type StoredLine } from './content.ts';
import { accountOf, endOfId, pairLines } from './pair.ts';

/** Days by which the booking dates of one transfer may differ between two exports. */
export const MAX_DAYS_APART = 5;
const DAY_MS = 24 * 3_600_000;

export interface ImportPlan {
  known: ReadonlyMap<StatementLine, StoredLine>;
  /** New lines. A line with a hint waits, unless an earlier booking has its money already. */
  fresh: FreshLine[];
  /** Hints for stored rows that are the sum of a batch. */
  sums: ReadonlyMap<number, string>;
  /** Reversed credits with the stored row that each reverses, if it is known. */
  reversed: { line: StatementLine; row: StoredLine | undefined }[];
}

export type FreshLine = StatementLine & { closedBy: 'sum' | null };

interface Compared<One> {
  one: One;
  content: Content;
}

export function planImport({ lines, reversals }: StatementFile, rows: readonly StoredLine[]): ImportPlan {
  const known = pairLines(lines, rows);
  const paired = new Set(known.values());
  const accounts = new Set([...lines, ...reversals].map(({ account }) => account));
  const moneyOfRow = (row: StoredLine) => moneyKey(row, accountOf(row, accounts));
  const all = groupBy(rows, moneyOfRow);
  const absent = rows.filter((row) => !paired.has(row));
  const lacking = groupBy(absent, moneyOfRow);
  const reversing = groupBy(reversals, (line) => moneyKey(line, line.account));
  const partSums = sumParts(absent, accounts);
  const sums = new Map<number, string>();

  const hintOf = (line: StatementLine, sum: StoredLine | undefined): string | null => {
    if (line.hint !== null) return line.hint;
    const content = contentOf(line);
    const money = moneyKey(line, line.account);
    if ((reversing.get(money) ?? []).some((one) => hasEqualContent(one.content, content)))
      return 'The same file reverses an equal credit.';
    if (sum && sum.paymentId !== null) return partOf(sum);
    if (sum) sums.set(sum.id, 'Its parts were imported alone. Do not assign this sum as well.');
    const isSum = !line.batch && !content.name && !content.iban;
    if (isSum && partSums.has(dayKey(line, line.account, line.amount)))
      return 'The parts of a batch with this sum were imported earlier.';
    const equal = (lacking.get(money) ?? []).find((row) => isNear(line, row.one) && hasEqualContent(row.content, content));
    return equal
      ? `Credit ${equal.one.id} of ${equal.one.bookedOn} has equal amount and content, and is not in this file.`
      : null;
  };
  const decide = (line: StatementLine): FreshLine => {
    const sum = findSum(line, lacking);
    const hint = hintOf(line, sum);
    return { ...line, hint, closedBy: sum && hint === partOf(sum) ? 'sum' : null };
  };

  return {
    known,
    fresh: lines.filter((line) => !known.has(line)).map(decide),
    sums,
    reversed: reversals.map((line) => ({ line, row: findReversed(line, all) })),
  };
}

const partOf = ({ id, paymentId }: StoredLine): string =>
  `It is a part of credit ${id}, which is assigned to payment ${paymentId}.`;

/** Returns whether both may be one transfer: booked on the same day, or at most 5 days apart where one has no reference. */
function isNear(line: StatementLine, row: StoredLine): boolean {
  if (line.bookedOn === row.bookedOn) return true;
  const days = Math.abs(Date.parse(line.bookedOn) - Date.parse(row.bookedOn)) / DAY_MS;
  return days <= MAX_DAYS_APART && (line.reference === null || row.reference === null);
}

/** Returns the row that has the whole batch of this line as one sum. */
function findSum({ batch, ...line }: StatementLine, lacking: Groups<StoredLine>): StoredLine | undefined {
  if (!batch) return undefined;
  const rows = lacking.get(moneyKey({ ...line, amount: batch.amount }, line.account)) ?? [];
  return rows.find(({ one, content }) => {
    if (one.bookedOn !== line.bookedOn) return false;
    if (batch.reference !== null && (one.reference ?? endOfId(one.line)) === batch.reference) return true;
    return (batch.reference === null || one.reference === null) && !content.name && !content.iban;
  })?.one;
}

/** Returns the latest stored row that the line reverses. */
function findReversed(line: StatementLine, all: Groups<StoredLine>): StoredLine | undefined {
  const content = contentOf(line);
  const rows = (all.get(moneyKey(line, line.account)) ?? []).filter(({ one }) => one.bookedOn <= line.bookedOn);
  const found = rows.filter(
    (row) => (line.reference !== null && row.one.reference === line.reference) || hasEqualContent(row.content, content),
  );
  return found.sort((a, b) => a.one.bookedOn.localeCompare(b.one.bookedOn) || a.one.id - b.one.id).at(-1)?.one;
}

/** Returns keys of the day and sum of each stored batch, whose parts are rows of one entry. */
function sumParts(rows: readonly StoredLine[], accounts: ReadonlySet<string>): Set<string> {
  const batches = new Map<string, { count: number; amount: bigint; row: StoredLine }>();
  for (const row of rows) {
    const entry = /^(\d+) \d+( |$)/.exec(row.line)?.[1];
    if (entry === undefined) continue;
    const key = JSON.stringify([row.statement, row.bookedOn, row.currency, entry]);
    const batch = batches.get(key);
    batches.set(key, { row, count: (batch?.count ?? 0) + 1, amount: (batch?.amount ?? 0n) + row.amount });
  }
  const whole = [...batches.values()].filter(({ count }) => count > 1);
  return new Set(whole.map(({ row, amount }) => dayKey(row, accountOf(row, accounts), amount)));
}

type Groups<One> = ReadonlyMap<string, Compared<One>[]>;

function groupBy<One extends StoredLine | StatementLine>(all: readonly One[], keyOf: (one: One) => string): Groups<One> {
  const groups = new Map<string, Compared<One>[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    const compared = { one, content: contentOf(one) };
    if (group) group.push(compared);
    else groups.set(key, [compared]);
  }
  return groups;
}

const moneyKey = ({ amount, currency }: Pick<StatementLine, 'amount' | 'currency'>, account: string): string =>
  JSON.stringify([account, String(amount), currency]);
const dayKey = ({ bookedOn, currency }: Pick<StatementLine, 'bookedOn' | 'currency'>, account: string, amount: bigint): string =>
  JSON.stringify([account, bookedOn, String(amount), currency]);
