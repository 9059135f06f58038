/** The input of a request that waits for a second person, as people read it. */

/** Labels of fields whose name does not say enough: lines are without VAT, and stand beside an amount with VAT. */
const LABELS: Readonly<Record<string, string>> = { lines: 'lines (without VAT)' };

/** Returns the fields of an input with their values, without the reason: `service: 12`. Fields without a value are left out. */
export const describeInput = (input: object): string[] =>
  Object.entries(input).flatMap(([name, value]) =>
    name === 'reason' || value === undefined || value === null || value === false
      ? []
      : [`${LABELS[name] ?? name.replaceAll('_', ' ')}: ${textOf(value)}`],
  );

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(textOf).join(', ') : typeof value === 'object' ? JSON.stringify(value) : String(value);
