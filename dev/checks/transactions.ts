/**
 * Checks that only `db/transaction.ts` opens transactions, because it retries after a lost race. Kysely's own transactions throw: a job
 * that lost against a request would fail, and a workflow step would count an attempt.
 */
import { type Check, type RepositoryFile, repositoryFiles } from './check.ts';

const OPENS = /\.transaction\(\)|\bstartTransaction\(|\bsql`\s*(begin|start transaction)\b/i;

/**
 * Files that may open transactions without retries: tests, the test kit and tools. Also the migrations, which hold a lock, and the load of a
 * backup, whose database has no other user.
 */
const FREE = /^(lab|dev)\/|\.test\.ts$|^db\/(transaction|migrate|backup\/load)\.ts$/;

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
