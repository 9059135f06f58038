import { z } from 'zod';
import type { HangReport } from '../processes/hang-reports.ts';

const schema = z.object({
  stack: z.array(z.string()),
  underWay: z.array(z.string()).nullable(),
  report: z.record(z.string(), z.unknown()),
});

/** Parses the report of a process. Returns `null` for any other text, because the process may be compromised. */
export function parseHangReport(text: string): HangReport | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
