/**
 * Transactions are opened by `db/transaction.ts` alone, which retries one that lost a race. Kysely's own throws: a job that lost against
 * a request would fail, and a workflow step would count an attempt.
 */
import { type Check, type RepositoryFile, repositoryFiles } from './check.ts';

const OPENS = /\.transaction\(\)|\bstartTransaction\(|\bsql`\s*(begin|start transaction)\b/i;

/** Tests, the test kit and tools may open one without retries. */
const FREE = /^(lab|dev)\/|\.test\.ts$|^db\/transaction\.ts$/;

export const transactions: Check = {
  name: 'transactions',
  run: async () => ({ problems: judgeTransactions(await repositoryFiles((path) => path.endsWith('.ts'))) }),
};

export function judgeTransactions(files: readonly RepositoryFile[]): string[] {
  return files
    .filter(({ path }) => !FREE.test(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          OPENS.test(line)
            ? [
                `${path}:${index + 1} opens a transaction that does not retry a lost race. Use inTransaction of db/transaction.ts.`,
              ]
            : [],
        ),
    );
}
