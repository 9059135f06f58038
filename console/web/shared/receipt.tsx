import type { Quote } from '@innkeeper/sdk/index';
import type { ReactNode } from 'react';
import { type PricedAct, priceOf } from '../data/priced-act.ts';
import type { QuoteState } from '../data/quote.ts';
import { Note } from '../parts/box.tsx';
import { formatAmount, formatCountry, formatDay, formatMoney, formatTime } from '../parts/format.ts';
import { Icon } from '../parts/icon.tsx';
import type { IconName } from '../parts/icon-names.ts';
import { Link } from '../router/router.tsx';
import css from './receipt.module.css';
import { texts } from './receipt-texts.ts';
import { RefusalNote } from './refusal-note.tsx';
import { texts as partTexts } from './texts.ts';

export interface ReceiptProps {
  priced: QuoteState;
  currency: string;
  children?: ReactNode;
  className?: string | undefined;
  /** True if the receipt shows whether there is capacity. */
  needsRoom?: boolean;
  /** True if the act is refused without enough balance. Other orders wait until they are paid. */
  paysAtOnce?: boolean;
}

/** Shows the cost or refund of an act, from the API's quote: lines, VAT, capacity, balance, cap, next renewal. */
export function Receipt({ priced, currency, children, className, needsRoom = false, paysAtOnce = false }: ReceiptProps) {
  const { quote, at, refusal, isCurrent, isUpdating } = priced;
  const money = (amount: number | string) => formatMoney(amount, currency);
  return (
    <section className={[css.receipt, className].filter(Boolean).join(' ')} aria-label={texts.price} id="receipt">
      <header>
        <h2>{texts.price}</h2>
        <span className={css.fresh}>{at !== undefined && (isCurrent ? formatTime(at) : isUpdating && texts.updating)}</span>
      </header>
      {quote && (
        <div className={css.quote} aria-busy={!isCurrent}>
          {quote.lines.length > 0 && (
            <ol className={css.lines}>
              {quote.lines.map((line) => (
                <li key={`${line.label} ${line.sublabel}`}>
                  <span>
                    {line.label}
                    {line.steps
                      .filter(({ step }) => step !== 'vat')
                      .map(({ text }) => (
                        <small key={text}>{text}</small>
                      ))}
                  </span>
                  <b className={line.amount < 0 ? css.less : undefined}>{formatAmount(line.amount)}</b>
                </li>
              ))}
            </ol>
          )}
          <Sums quote={quote} money={money} />
          <Facts quote={quote} money={money} needsRoom={needsRoom} paysAtOnce={paysAtOnce} />
        </div>
      )}
      <RefusalNote refusal={refusal} />
      {children}
    </section>
  );
}

function Sums({ quote, money }: { quote: Quote; money: (amount: number) => string }) {
  const { tax, amount } = quote;
  const total = priceOf(quote);
  return (
    <dl className={css.sums}>
      <div>
        <dt>{texts.withoutVat}</dt>
        <dd>{formatAmount(amount)}</dd>
      </div>
      <div>
        <dt>
          {texts.vat(formatCountry(tax.country), tax.rate)}
          {tax.note !== null && <small>{tax.note}</small>}
        </dt>
        <dd>{formatAmount(total - amount)}</dd>
      </div>
      <div className={css.total}>
        <dt>{total < 0 ? texts.refund : texts.total}</dt>
        <dd>{money(Math.abs(total))}</dd>
      </div>
    </dl>
  );
}

type Money = (amount: number | string) => string;
type Row = readonly [tone: 'ok' | 'bad' | 'plain', icon: IconName, sentence: string];

interface FactsProps extends Required<Pick<ReceiptProps, 'needsRoom' | 'paysAtOnce'>> {
  quote: Quote;
  money: Money;
}

/** Shows the preconditions and consequences of the act. */
function Facts({ quote, money, needsRoom, paysAtOnce }: FactsProps) {
  const { cap, next_renewal: renewal, missing, estimated_downtime: downtime, capacity } = quote;
  const rows: Row[] = [];
  if (capacity !== 'ok') rows.push(['bad', 'circle-alert', capacity]);
  else if (needsRoom) rows.push(['ok', 'circle-check', texts.room]);
  rows.push(...balanceRows(quote, money, paysAtOnce));
  if (cap !== null) rows.push(['ok', 'circle-check', texts.cap(money(cap.spent), money(cap.limit))]);
  if (downtime !== 'none') rows.push(['plain', 'clock', texts.downtime[downtime]]);
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
      {paysAtOnce && exceedsBalance(quote) && (
        <li>
          <Link className="link" to="/balance">
            {texts.deposit}
          </Link>
        </li>
      )}
    </ul>
  );
}

function balanceRows(quote: Quote, money: Money, paysAtOnce: boolean): Row[] {
  const { balance, covered_by_balance: isCovered, amount_with_vat: amount } = quote;
  if (balance === null) return [];
  const [now, after] = [money(balance.now), money(balance.after)];
  if (amount < 0) return [['ok', 'circle-check', texts.balanceGrows(now, after)]];
  if (isCovered) return amount === 0 ? [] : [['ok', 'circle-check', texts.balanceCovers(now, after)]];
  if (paysAtOnce) return [['bad', 'circle-alert', texts.balanceTooSmall(now, money(-balance.after))]];
  return [['plain', 'clock', texts.balanceLacks(now)]];
}

/** Returns whether an immediately paid act would be refused for lack of money. */
export const exceedsBalance = ({ covered_by_balance: isCovered, amount_with_vat: amount }: Quote): boolean =>
  amount > 0 && !isCovered;

/** Shows what stopped a priced act: a changed price, a refusal, or a lost reply. Refusals of fields are shown at the fields. */
export function PriceNotes({
  act: { changed, refusal, isUnknown },
  currency,
}: {
  act: Pick<PricedAct<unknown>, 'changed' | 'refusal' | 'isUnknown'>;
  currency: string;
}) {
  return (
    <>
      {changed !== undefined && (
        <Note tone="busy" icon="coins" alert>
          {texts.changed(formatMoney(changed.before, currency), formatMoney(changed.now, currency))}
        </Note>
      )}
      {isUnknown && refusal !== undefined ? (
        <Note tone="bad" alert detail={refusal.requestId && partTexts.requestId(refusal.requestId)}>
          {texts.sameAgain}
        </Note>
      ) : (
        <RefusalNote refusal={refusal} />
      )}
    </>
  );
}
