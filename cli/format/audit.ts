/** Formats the audit log. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { table } from '../output/table.ts';

export function formatAuditLog({ data, next }: OperatorReply<'listAudit'>): string {
  if (data.length === 0) return 'There are no such audit lines.';
  const rows = data.map(({ at, actor, action, account, resource }) => [
    at,
    actor,
    action,
    String(account ?? ''),
    resource ? `${resource.kind} ${resource.id}` : '',
  ]);
  const lines = table(['AT', 'ACTOR', 'ACTION', 'ACCOUNT', 'ABOUT'], rows);
  return next === null ? lines : `${lines}\n... and more: --before ${next}`;
}
