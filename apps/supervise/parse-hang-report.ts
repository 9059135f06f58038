import { z } from 'zod';
import type { HangReport } from '../processes/hang-reports.ts';

const schema = z.object({
  stack: z.array(z.string()),
  underWay: z.array(z.string()).nullable(),
  report: z.record(z.string(), z.unknown()),
});

/** Returns the report that a process sent. Returns `null` for any other text, as the process may be in hostile hands. */
export function parseHangReport(text: string): HangReport | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
