/** Types that describe how database content of an account is exported (docs/decisions/account-exports.md). */

interface Columns {
  /** Names of columns, separated by blanks. */
  columns: string;
  /** Columns that are not exported: secrets, columns for the host only, and references to the owner. */
  withheld?: string;
  /** SQL that replaces a column. `t` is the table of the file, `c` the table of a part. */
  instead?: Readonly<Record<string, string>>;
}

/** A JSON file: an array with one object per row. */
export interface ExportedFile extends Columns {
  file: string;
  /** Description of the file for the reader of the archive. */
  what: string;
  /** Column with the account that owns a row, `account_id` by default. */
  account?: string;
  /** Column with the user that owns a row. Only rows of the requesting user are exported. */
  user?: string;
  /** Integer column that identifies rows, `id` by default. */
  key?: string;
  /** Set if there is at most one row. The file then holds the object itself. */
  single?: true;
  /** Number of rows read at a time, for tables with large rows. */
  atATime?: number;
}

/** A table that becomes a field in the objects of another table's file. */
export interface ExportedPart extends Columns {
  within: string;
  as: string;
  /** Column of this table that equals column `to` of the file's table. Default of `to`: `id`. */
  by: string;
  to?: string;
  /** SQL condition that selects rows. */
  where?: string;
  /** Set if there is at most one row. The field is then an object or `null`, otherwise an array. */
  one?: true;
}

export interface NotExported {
  why: string;
}

export type Exported = ExportedFile | ExportedPart | NotExported;

/** Returns the names in a list that is separated by blanks. */
export const columnsIn = (names: string | undefined): string[] => names?.split(/\s+/).filter(Boolean) ?? [];
