/** The replay of all billing: everything is computed again from what was recorded of it, and compared with the ledger. */
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

export interface Audited {
  /** Sentences with ids; none: zero difference. */
  findings: string[];
  /** How much was looked at. */
  read: { orders: number; lines: number; periods: number; entries: number; invoices: number };
}

/** Changes nothing, and may run beside all else. */
export async function auditBooks(cx: Pick<Cx, 'db'>): Promise<Audited> {
  const lines = await auditLines(cx);
  const periods = await auditPeriods(cx);
  const findings = [...lines.findings, ...periods.findings, ...(await auditEnds(cx))];
  for (const rule of [...ORDER_RULES, ...INVOICE_RULES, ...SERVICE_RULES, ...GATEWAY_RULES, ...RESPONSE_RULES, ...ACCOUNT_RULES])
    findings.push(...(await rule(cx.db)));
  return { findings, read: { lines: lines.read, periods: periods.read, ...(await counts(cx)) } };
}

async function counts({ db }: Pick<Cx, 'db'>): Promise<Pick<Audited['read'], 'orders' | 'entries' | 'invoices'>> {
  const { rows } = await sql<Pick<Audited['read'], 'orders' | 'entries' | 'invoices'>>`
    select (select count(*)::integer from orders) as orders, (select count(*)::integer from ledger_entries) as entries,
      (select count(*)::integer from invoices) as invoices`.execute(db);
  return rows[0] ?? { orders: 0, entries: 0, invoices: 0 };
}
