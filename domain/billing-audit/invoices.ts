/** Compares invoices with the ledger. An invoice that waits to be issued counts as issued: its entry has the amounts. */
import { ENTRIES } from './orders.ts';
import { rule } from './rule.ts';

export const INVOICE_RULES = [
  // Each payment has an original, and each refund has a credit note. If VAT was refunded before a document was issued, the documents
  // exclude this VAT, and the refund has no document.
  rule`
    select format('Entry %s, a %s of order %s over %s and VAT of %s, has %s documents over %s and %s.', e.id, e.kind, e.order_id,
      e.net, e.vat, coalesce(i.count, 0), coalesce(i.net, 0), coalesce(i.vat, 0)) as finding
    from (${ENTRIES}) as e
    join orders o on o.id = e.order_id
    left join (
      select entry_id, count(*) as count, abs(sum(net)) as net, abs(sum(vat)) as vat, min(type) as type, max(type) as other
      from invoices where entry_id is not null group by entry_id) as i on i.entry_id = e.id
    where not exists (select from invoices_due d where d.entry_id = e.id)
      and (o.tax #>> '{corrected,entry}')::integer is distinct from e.id
      and (i.entry_id is null or i.net <> e.net or i.vat <> case when o.tax -> 'corrected' is null then e.vat else 0 end
        or i.type <> i.other or i.type <> case e.kind when 'payment' then 'original' else 'credit-note' end)`,

  rule`
    select format('Entry %s has a document, and is to get one.', d.entry_id) as finding
    from invoices_due d join invoices i on i.entry_id = d.entry_id and i.part = 1`,

  rule`
    select format('Credit note %s is over %s, and corrects originals by %s.', i.number, -i.gross, coalesce(sum(c.gross), 0)) as finding
    from invoices i left join invoice_corrections c on c.credit_note_id = i.id
    where i.type = 'credit-note' group by i.id
    having (-i.net, -i.vat) is distinct from (coalesce(sum(c.net), 0), coalesce(sum(c.vat), 0))`,

  rule`
    select format('Credit note %s, of order %s, corrects original %s, of order %s.', n.number, o.order_id, c.original_id, f.order_id) as finding
    from invoice_corrections c join invoices n on n.id = c.credit_note_id
    join invoice_orders o on o.invoice_id = c.credit_note_id join invoice_orders f on f.invoice_id = c.original_id
    where o.order_id <> f.order_id`,

  rule`
    select format('Original %s is over %s, and is corrected by %s.', i.number, i.gross, sum(c.gross)) as finding
    from invoices i join invoice_corrections c on c.original_id = i.id
    group by i.id having sum(c.net) > i.net or sum(c.vat) > i.vat or i.type <> 'original'`,

  rule`
    with given as (select type, 1 as numbers, number as last from invoices
      union all select type, last - first + 1, last from invoice_gaps)
    select format('The series of %s says that %s is its last number; its documents and gaps are %s numbers, the last is %s.', s.type, s.last,
      coalesce(sum(g.numbers), 0), coalesce(max(g.last), 0)) as finding
    from invoice_series s left join given g on g.type = s.type
    group by s.type having s.last <> coalesce(sum(g.numbers), 0) or s.last <> coalesce(max(g.last), 0)`,

  // VAT of documents, issued and due, equals the VAT owed, per country and rate. An order that became a reverse charge owes no VAT.
  rule`
    with documented as (
      select o.tax ->> 'country' as country, (g ->> 'rate_bp')::integer as rate_bp,
        sum((g ->> 'vat')::bigint * case i.type when 'original' then 1 else -1 end) as vat
      from invoices i
      join invoice_orders io on io.invoice_id = i.id
      join orders o on o.id = io.order_id
      cross join jsonb_array_elements(i.document -> 'vat_groups') as g
      where i.type <> 'proform' group by 1, 2
      union all
      select o.tax ->> 'country', (o.tax ->> 'rateBp')::integer, sum(case e.kind when 'payment' then e.vat else -e.vat end)
      from (${ENTRIES}) as e join invoices_due d on d.entry_id = e.id join orders o on o.id = e.order_id
      where o.tax -> 'corrected' is null group by 1, 2
    ), owed as (
      select a.country, a.rate_bp, sum(p.amount) as vat
      from ledger_accounts a join ledger_postings p on p.ledger_account_id = a.id where a.kind = 'vat_payable' group by 1, 2
    )
    select format('VAT of %s at %s basis points: documents say %s, the ledger %s.', country, rate_bp, d.vat, o.vat) as finding
    from (select country, rate_bp, sum(vat) as vat from documented group by 1, 2) as d full join owed o using (country, rate_bp)
    where coalesce(d.vat, 0) <> coalesce(o.vat, 0)`,
];
