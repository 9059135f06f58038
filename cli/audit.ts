/** Defines the command `./innkeeper audit`, with the texts that it prints. */
import { auditLog } from '@innkeeper/contract/operations/audit.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { listAudit } from '@innkeeper/operations/audit.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { table } from './output/table.ts';

function formatAuditLog({ data, next }: OperatorReply<'listAudit'>): string {
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

export const auditBindings: Bindings<typeof auditLog> = {
  listAudit: { run: inOneTransaction(listAudit), format: formatAuditLog },
};

export function auditCommand(): Command {
  return nounCommand('audit', 'read the audit log', auditLog, auditBindings);
}
