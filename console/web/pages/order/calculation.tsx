import type { Order, OrderExplanation } from '@innkeeper/sdk/index';
import { formatAmount, formatCountry, formatMoney } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Name } from '../../parts/name.tsx';
import css from './page.module.css';
import { toStepRow } from './steps.ts';
import { texts } from './texts.ts';

/** Shows the calculation of an order's amount: each line with its steps, VAT, and the total. */
export function Calculation({ order, explanation }: { order: Order; explanation: OrderExplanation }) {
  const { lines, tax, currency, amount, amount_with_vat: total } = explanation;
  const vat = lines.reduce((sum, line) => sum + Math.round(line.vat_amount * 100), 0) / 100;
  return (
    <section className={css.calculation} aria-label={texts.calculation}>
      <header>
        <h2>{texts.calculation}</h2>
        <span className="gap" />
        <span className="faint">{currency}</span>
      </header>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of an order never move, and two can have the same labels
        <details key={index} open={index < MAX_OPEN} className={css.line}>
          <summary>
            <Icon name="chevron-right" size="small" />
            <span>
              <b>
                <Name text={line.label} />
              </b>{' '}
              <small>
                <Name text={line.sublabel} />
              </small>
            </span>
            <b>{formatAmount(line.amount)}</b>
          </summary>
          <Steps line={line} />
        </details>
      ))}
      <dl className={css.sums}>
        {order.type !== 'deposit' && (
          <>
            <div>
              <dt>{texts.withoutVat}</dt>
              <dd>{formatAmount(amount)}</dd>
            </div>
            <div>
              <dt>{tax.rate === 0 ? texts.noVat : texts.vat(formatCountry(tax.country), tax.rate)}</dt>
              <dd>{formatAmount(vat)}</dd>
            </div>
          </>
        )}
        {order.amount_refunded_with_vat > 0 && (
          <div>
            <dt>{texts.refunded}</dt>
            <dd>{formatAmount(-order.amount_refunded_with_vat)}</dd>
          </div>
        )}
        <div className={css.total}>
          <dt>{nameTotal(order)}</dt>
          <dd>{formatMoney(total, currency)}</dd>
        </div>
      </dl>
    </section>
  );
}

/** Maximum number of lines that are open at first, so that the total stays visible. */
const MAX_OPEN = 2;

function Steps({ line }: { line: OrderExplanation['lines'][number] }) {
  return (
    <ol className={css.steps}>
      {line.steps.map((step, index) => {
        const { text, amount } = toStepRow(step);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are in their order, and two can have the same text
          <li key={index}>
            <span>{text}</span>
            {amount !== null && <span>{formatAmount(amount)}</span>}
          </li>
        );
      })}
    </ol>
  );
}

function nameTotal({ status, payment_method }: Order): string {
  if (status === 'paid') return texts.paidBy[payment_method] ?? texts.paid;
  return status === 'cancelled' ? texts.wasToPay : texts.toPay;
}
