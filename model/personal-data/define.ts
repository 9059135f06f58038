/** How what the database has of an account goes into the export of its data (docs/decisions/account-exports.md). */

interface Columns {
  /** Names of columns, with blanks between. */
  columns: string;
  /** Those that stay out: secrets, what is for the host alone, and what says again whose the row is. */
  withheld?: string;
  /** SQL in place of a column; `t` is the file's table, `c` that of a part. */
  instead?: Readonly<Record<string, string>>;
}

/** A file of JSON: an array with an object per row. */
export interface ExportedFile extends Columns {
  file: string;
  /** What it is, for who opens the archive. */
  what: string;
  /** The column that says whose a row is: by default the account's, `account_id`. */
  account?: string;
  /** The same, of the user who asks: of others nothing is told that is not the account's. */
  user?: string;
  /** A column of whole numbers, by which rows are told apart; default `id`. */
  key?: string;
  /** There is one row at most: the file has the object itself. */
  single?: true;
  /** Rows that are read at a time, where each may be large. */
  atATime?: number;
}

/** Goes into the objects of another table's file, as a field. */
export interface ExportedPart extends Columns {
  within: string;
  as: string;
  /** Its column, and the one in the file's table that it equals: by default `id`. */
  by: string;
  to?: string;
  /** Which of those rows. */
  where?: string;
  /** There is one at most: an object or null; otherwise an array. */
  one?: true;
}

export interface NotExported {
  why: string;
}

export type Exported = ExportedFile | ExportedPart | NotExported;

export const columnsIn = (names: string | undefined): string[] => names?.split(/\s+/).filter(Boolean) ?? [];
