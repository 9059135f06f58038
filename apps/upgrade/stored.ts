/** Reads the files in `before/`, which only a fault of the disk, or a person, can damage. */
import type { z } from 'zod';

/** Parses the text of a file. Returns `null` if it is damaged. */
export function parseStored<Schema extends z.ZodType>(schema: Schema, text: string): z.infer<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
