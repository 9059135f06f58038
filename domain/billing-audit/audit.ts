/** The billing audit: recomputes all billing from the recorded inputs and compares the results with the ledger. */
import { sql } from 'kysely';
import type { Cx } from '../context.ts';
import { ACCOUNT_RULES } from './accounts.ts';
import { auditEnds } from './ends.ts';
import { GATEWAY_RULES } from './gateways.ts';
import { INVOICE_RULES } from './invoices.ts';
import { auditLines, auditPeriods } from './lines.ts';
import { ORDER_RULES } from './orders.ts';
import { RESPONSE_RULES } from './response-targets.ts';
import { SERVICE_RULES } from './services.ts';

export interface AuditResult {
  /** Differences as sentences with ids. Empty if there are none. */
  findings: string[];
  /** Numbers of rows that were checked. */
  read: { orders: number; lines: number; periods: number; entries: number; invoices: number };
}

/** Runs all checks. Changes nothing, and can run at any time. */
export async function auditBooks(cx: Pick<Cx, 'db'>): Promise<AuditResult> {
  const lines = await auditLines(cx);
  const periods = await auditPeriods(cx);
  const findings = [...lines.findings, ...periods.findings, ...(await auditEnds(cx))];
  for (const rule of [...ORDER_RULES, ...INVOICE_RULES, ...SERVICE_RULES, ...GATEWAY_RULES, ...RESPONSE_RULES, ...ACCOUNT_RULES])
    findings.push(...(await rule(cx.db)));
  return { findings, read: { lines: lines.read, periods: periods.read, ...(await counts(cx)) } };
}

async function counts({ db }: Pick<Cx, 'db'>): Promise<Pick<AuditResult['read'], 'orders' | 'entries' | 'invoices'>> {
  const { rows } = await sql<Pick<AuditResult['read'], 'orders' | 'entries' | 'invoices'>>`
    select (select count(*)::integer from orders) as orders, (select count(*)::integer from ledger_entries) as entries,
      (select count(*)::integer from invoices) as invoices`.execute(db);
  return rows[0] ?? { orders: 0, entries: 0, invoices: 0 };
}
