/** Formats billing audits. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';

export function formatAudited({ findings, read }: OperatorReply<'auditBilling'>): string {
  const { orders, lines, periods, entries, invoices } = read;
  const what = `${orders} orders with ${lines} lines, ${periods} paid periods, ${entries} ledger entries, ${invoices} invoices: `;
  return findings.length === 0 ? `${what}no differences.` : `${what}\n${findings.join('\n')}`;
}
