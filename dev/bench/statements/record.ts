/** Records the SQL that a request sends, so that a yardstick can send the same SQL without the API. */
import { createHash } from 'node:crypto';
import type { OpenDatabase } from '@innkeeper/db/connect';

type Pool = OpenDatabase['pool'];

export interface Statement {
  name?: string;
  text: string;
  values: unknown[];
}

/** Records on every connection of the pool. Only for a process that is not measured. */
export function recordStatements(pool: Pool): { forget(): void; seen(): Statement[] } {
  let statements: Statement[] = [];
  pool.on('acquire', (client) => {
    // The type of a client has a dozen overloads of `query`. Only the arguments matter here.
    const raw = client as unknown as { query: (...args: unknown[]) => unknown; recorded?: boolean };
    if (raw.recorded) return;
    raw.recorded = true;
    const query = raw.query.bind(client);
    raw.query = (...args) => {
      const [first, second] = args;
      if (typeof first === 'string') statements.push({ text: first, values: Array.isArray(second) ? second : [] });
      else if (typeof first === 'object' && first !== null) statements.push(statementIn(first));
      return query(...args);
    };
  });
  return {
    forget: () => {
      statements = [];
    },
    seen: () => statements.filter(({ text }) => !/^(un)?listen|^deallocate/i.test(text)),
  };
}

function statementIn(query: object): Statement {
  const { name, text = '', values = [] } = query as Partial<Statement>;
  // Use names that depend on the text alone, because one connection may send statements of several processes.
  return { ...(name !== undefined && { name: createHash('sha256').update(text).digest('hex').slice(0, 32) }), text, values };
}
