/** Every table with data of an account or a user, and how it is exported. `db/tables/exported-rows.test.ts` fails if a table is missing. */
import type { Exported, ExportedFile, ExportedPart } from './define.ts';
import { MONEY } from './money.ts';
import { PEOPLE } from './people.ts';
import { SERVICES } from './services.ts';
import { SUPPORT } from './support.ts';

export const EXPORTED: Readonly<Record<string, readonly Exported[]>> = { ...PEOPLE, ...SERVICES, ...MONEY, ...SUPPORT };

/** An exported file with its table and the parts from other tables. */
export interface ExportFile extends ExportedFile {
  table: string;
  parts: readonly (ExportedPart & { table: string })[];
}

const ALL = Object.entries(EXPORTED).flatMap(([table, ways]) => ways.map((way) => ({ table, ...way })));

export const EXPORT_FILES: readonly ExportFile[] = ALL.flatMap((file) =>
  'file' in file ? { ...file, parts: ALL.flatMap((part) => ('within' in part && part.within === file.table ? part : [])) } : [],
);
