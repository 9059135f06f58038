/** Defines the command `./innkeeper audit`. */
import { auditLog } from '@innkeeper/contract/operations/audit.staff';
import { listAudit } from '@innkeeper/operations/audit.staff';
import type { Command } from 'commander';
import { formatAuditLog } from './format/audit.ts';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';

export const auditBindings: Bindings<typeof auditLog> = {
  listAudit: { run: inOneTransaction(listAudit), format: formatAuditLog },
};

export function auditCommand(): Command {
  return nounCommand('audit', 'read the audit log', auditLog, auditBindings);
}
