/**
 * A statement with parameters on its way through `pg`. A named one is described once a connection, since PostgreSQL runs none whose columns have changed since it
 * was prepared. `pg` itself asks for the columns with each execution, and makes what reads the rows again from the answer.
 */
import pg from 'pg';
import utils from 'pg/lib/utils.js';
import { localTypes } from './types.ts';

export interface Given {
  text: string;
  name?: string | undefined;
  values: readonly unknown[];
}

/** What Kysely takes of a reply. */
interface Reply {
  command: 'UPDATE' | 'DELETE' | 'INSERT' | 'SELECT' | 'MERGE';
  rowCount: number;
  rows: Row[];
}

type Row = Record<string, unknown>;

/** How rows are read. */
interface Shape {
  columns: readonly { name: string; read: (text: string) => unknown }[];
  /** Of all columns: to copy a row and fill it is faster than to make each from nothing. */
  empty: Row;
}

/** Of a connection's statements, by their names. */
export type Described = Map<string, Shape>;

const NO_COLUMNS: Shape = { columns: [], empty: {} };

interface Settle {
  resolve(reply: Reply): void;
  reject(error: unknown): void;
}

/** What of a connection of `pg` is used here. */
interface Connection {
  /** Texts of what is prepared and of what is under way, by names. */
  parsedStatements: Record<string, string | undefined>;
  submittedNamedStatements: Record<string, string | undefined>;
  parse(statement: { text: string; name: string | undefined }): void;
  bind(bound: { statement: string | undefined; values: readonly unknown[] }): void;
  describe(what: { type: 'P' }): void;
  execute(): void;
  sync(): void;
}

/** Rejects with the failure of PostgreSQL or of the connection. `described`: of this client. */
export function send(client: pg.ClientBase, given: Given, described: Described): Promise<Reply> {
  return new Promise((resolve, reject) => {
    client.query(new Statement(given, described, { resolve, reject }));
  });
}

/** `pg` pipelines none but its own class of queries; it calls `submit`, and then a method for each message of the reply. */
class Statement extends pg.Query {
  declare readonly text: string;
  declare name: string | undefined;
  declare values: readonly unknown[];
  readonly #described: Described;
  readonly #settle: Settle;
  readonly #rows: Row[] = [];
  #shape: Shape | undefined;
  #tag = '';
  #unreadable: unknown;

  constructor({ text, name, values }: Given, described: Described, settle: Settle) {
    super(text);
    this.name = name;
    this.values = values.map(written);
    this.#described = described;
    this.#settle = settle;
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#shape = {
      columns: fields.map(({ name, dataTypeID }) => ({ name, read: localTypes.getTypeParser(dataTypeID, 'text') })),
      empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
    };
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const { columns, empty } = this.#shape ?? NO_COLUMNS;
    const row = { ...empty };
    try {
      for (let i = 0; i < columns.length; i += 1) {
        const { name, read } = columns[i] as Shape['columns'][number];
        const text = fields[i] ?? null;
        row[name] = text === null ? null : read(text);
      }
      this.#rows.push(row);
    } catch (error) {
      this.#unreadable ??= error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#tag = text;
  }

  handleReadyForQuery(): void {
    if (this.#unreadable !== undefined) {
      this.#settle.reject(this.#unreadable);
      return;
    }
    // What was not described has no columns.
    if (this.name !== undefined) this.#described.set(this.name, this.#shape ?? NO_COLUMNS);
    const words = this.#tag.split(' ');
    this.#settle.resolve({ command: words[0] as Reply['command'], rowCount: Number(words.at(-1)), rows: this.#rows });
  }

  handleError(error: unknown): void {
    this.#settle.reject(error);
  }

  /** Writes the messages of `pg` for a statement; but Describe only where its columns are not known. */
  send(to: Connection): void {
    const { text, name, values } = this;
    const known = name !== undefined && (to.parsedStatements[name] ?? to.submittedNamedStatements[name]) !== undefined;
    if (!known) to.parse({ text, name });
    if (!known && name !== undefined) to.submittedNamedStatements[name] = text;
    to.bind({ statement: name, values });
    if (name !== undefined) this.#shape = this.#described.get(name);
    if (!this.#shape) to.describe(PORTAL);
    to.execute();
    to.sync();
  }
}

const PORTAL = { type: 'P' } as const;
const written = (value: unknown) => utils.prepareValue(value);

// `pg` has it in its prototype; its type calls it a property of each.
Statement.prototype.submit = function submit(this: Statement, connection) {
  this.send(connection as unknown as Connection);
};
