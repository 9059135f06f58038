import type { Quote } from '@innkeeper/sdk/index';
import type { ReactNode } from 'react';
import type { Priced } from '../../data/quote.ts';
import { Note } from '../../parts/box.tsx';
import { formatAmount, formatCountry, formatDay, formatMoney, formatTime } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import type { IconName } from '../../parts/icon-names.ts';
import { texts } from '../../texts/en/deploy.ts';
import { texts as partTexts } from '../../texts/en/parts.ts';
import css from './deploy.module.css';

/** Shows what an order costs, by the API's own quote: lines, VAT, room, balance, cap, next renewal. */
export function Receipt({ priced, currency, children }: { priced: Priced; currency: string; children: ReactNode }) {
  const { quote, at, refusal, isCurrent } = priced;
  const money = (amount: number | string) => formatMoney(amount, currency);
  return (
    <section className={css.receipt} aria-label={texts.price} id="receipt">
      <header>
        <h2>{texts.price}</h2>
        <span className={css.fresh}>{at !== undefined && (isCurrent ? formatTime(at) : texts.updating)}</span>
      </header>
      {quote && (
        <div className={css.quote} aria-busy={!isCurrent}>
          <ol className={css.lines}>
            {quote.lines.map((line) => (
              <li key={`${line.label} ${line.sublabel}`}>
                <span>
                  {line.label}
                  {line.steps
                    .filter(({ step }) => step !== 'vat')
                    .map(({ step, text }) => (
                      <small key={step}>{text}</small>
                    ))}
                </span>
                <b className={line.amount < 0 ? css.less : undefined}>{formatAmount(line.amount)}</b>
              </li>
            ))}
          </ol>
          <Sums quote={quote} money={money} />
          <Facts quote={quote} money={money} />
        </div>
      )}
      {refusal && refusal.kind !== 'fields' && (
        <Note tone="bad" alert detail={refusal.requestId && partTexts.requestId(refusal.requestId)}>
          {refusal.sentence}
        </Note>
      )}
      {children}
    </section>
  );
}

function Sums({ quote, money }: { quote: Quote; money: (amount: number) => string }) {
  const { tax } = quote;
  return (
    <dl className={css.sums}>
      <div>
        <dt>{texts.withoutVat}</dt>
        <dd>{formatAmount(quote.due_today_amount)}</dd>
      </div>
      <div>
        <dt>
          {texts.vat(formatCountry(tax.country), tax.rate)}
          {tax.note !== null && <small>{tax.note}</small>}
        </dt>
        <dd>{formatAmount(quote.due_today_amount_with_vat - quote.due_today_amount)}</dd>
      </div>
      <div className={css.total}>
        <dt>{texts.total}</dt>
        <dd>{money(quote.due_today_amount_with_vat)}</dd>
      </div>
    </dl>
  );
}

/** Facts on which the order depends, and its consequences. */
function Facts({ quote, money }: { quote: Quote; money: (amount: number | string) => string }) {
  const { balance, cap, next_renewal: renewal, missing } = quote;
  const rows: [tone: 'ok' | 'bad' | 'plain', icon: IconName, sentence: string][] = [];
  if (quote.capacity === 'ok') rows.push(['ok', 'circle-check', texts.room]);
  else rows.push(['bad', 'circle-alert', quote.capacity]);
  if (balance !== null && quote.covered_by_balance) {
    rows.push(['ok', 'circle-check', texts.balanceCovers(money(balance.now), money(balance.after))]);
  } else if (balance !== null) {
    rows.push(['plain', 'clock', texts.balanceLacks(money(balance.now))]);
  }
  if (cap !== null) rows.push(['ok', 'circle-check', texts.cap(money(cap.spent), money(cap.limit))]);
  if (renewal !== null) {
    rows.push(['plain', 'clock', texts.renewal(formatDay(renewal.at * 1000), money(renewal.amount_with_vat))]);
  }
  if (missing.length > 0) {
    const names = missing.map((field) => texts.missingFields[field] ?? field);
    rows.push(['plain', 'circle-alert', `${texts.missing} ${names.join(', ')}.`]);
  }
  return (
    <ul className={css.facts}>
      {rows.map(([tone, icon, sentence]) => (
        <li key={sentence} data-tone={tone}>
          <Icon name={icon} />
          <span>{sentence}</span>
        </li>
      ))}
    </ul>
  );
}
