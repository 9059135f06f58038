import type { Order, OrderExplanation } from '@innkeeper/sdk/index';
import { Card, Facts, Note } from '../../parts/box.tsx';
import { formatCountry, formatDay, formatLongDay } from '../../parts/format.ts';
import css from './page.module.css';
import { texts } from './texts.ts';

/** Shows the rule and the evidence that decided the VAT of an order. */
export function VatCard({ order, tax }: { order: Order; tax: OrderExplanation['tax'] }) {
  if (order.type === 'deposit') {
    return (
      <Card title={texts.whyVat} padded>
        <p>{texts.depositVat}</p>
      </Card>
    );
  }
  const { country, ip_country, card_country, company, vat_number, verdict, consultation, checked_at, territory } = tax.evidence;
  const { evidence, verdicts } = texts;
  const corrected = tax.correction;
  return (
    <Card title={texts.whyVat} padded>
      <div className={css.stack}>
        <p>{texts.rules[tax.rule] ?? tax.rule}</p>
        <Facts
          rows={[
            [evidence.country, formatCountry(country)],
            [evidence.territory, territory],
            [evidence.ip, ip_country === null ? texts.unknown : formatCountry(ip_country)],
            [evidence.card, card_country === null ? texts.unknown : formatCountry(card_country)],
            [evidence.number, company ? (vat_number ?? texts.none) : null],
            [evidence.verdict, verdict === null ? null : (verdicts[verdict] ?? verdict)],
            [evidence.checked, checked_at === null ? null : formatDay(checked_at)],
            [evidence.consultation, consultation],
          ]}
        />
        {tax.pending && <Note>{texts.pending}</Note>}
        {corrected !== null && (
          <Note tone="ok">
            {corrected.checked_at === null ? texts.correctedPlain : texts.corrected(formatLongDay(corrected.checked_at))}
          </Note>
        )}
      </div>
    </Card>
  );
}
