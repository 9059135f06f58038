import type { ReactNode } from 'react';
import { useMe } from '../../data/session.ts';
import { formatDay, formatMoney } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import type { IconName } from '../../parts/icon-names.ts';
import { Name } from '../../parts/name.tsx';
import { Link, useRouter } from '../../router/router.tsx';
import type { AttentionItem } from './attention-items.ts';
import css from './page.module.css';
import { texts } from './texts.ts';

interface RowContent {
  icon: IconName;
  title: ReactNode;
  why: ReactNode;
  /** Page of the action. */
  to: string;
}

/** Shows one item that needs attention, as a link to the page of its action. */
export function AttentionRow({ item }: { item: AttentionItem }) {
  const { hasPage } = useRouter();
  const { currency } = useMe().installation;
  const { icon, title, why, to } = describeItem(item, (amount) => formatMoney(amount, currency));
  const inside = (
    <>
      <Icon name={icon} />
      <span className={css.what}>
        <b>{title}</b>
        <small>{why}</small>
      </span>
      <span className={css.due} data-now={item.due === 0 || undefined}>
        {describeDue(item)}
      </span>
    </>
  );
  return (
    <li data-tone={item.due === 0 ? 'bad' : Number.isFinite(item.due) ? 'busy' : undefined}>
      {hasPage(to) ? (
        <Link to={to} className={css.row}>
          {inside}
          <Icon name="chevron-right" size="small" />
        </Link>
      ) : (
        <div className={css.row}>{inside}</div>
      )}
    </li>
  );
}

function describeDue(item: AttentionItem): string {
  if (item.due === 0) return texts.now;
  if (item.kind === 'ticket') return texts.waits(formatDay(item.ticket.updated_at));
  return Number.isFinite(item.due) ? texts.by(formatDay(item.due)) : texts.noTime;
}

function describeItem(item: AttentionItem, money: (amount: number | string) => string): RowContent {
  if (item.kind === 'order') {
    const { id, amount_with_vat, type, payment_failure } = item.order;
    const title = texts.order(id, money(amount_with_vat));
    return { icon: 'receipt', title, why: payment_failure ?? texts.orderOf[type], to: `/orders/${id}` };
  }
  if (item.kind === 'renewal') {
    return { icon: 'coins', title: texts.renewal(money(item.missing)), why: texts.renewalWhy, to: '/balance' };
  }
  if (item.kind === 'ticket') {
    const { id, subject } = item.ticket;
    return { icon: 'life-buoy', title: texts.ticket, why: <Name text={subject} />, to: `/support/${id}` };
  }
  if ('floatingIp' in item) {
    const title = `${item.floatingIp.ip_address.ip_address} ${texts.suspended}`;
    return { icon: 'circle-alert', title, why: texts.suspendedWhy, to: '/floating-ips' };
  }
  return describeServerItem(item);
}

function describeServerItem({ kind, server }: Extract<AttentionItem, { server: unknown }>): RowContent {
  const { id, hostname, power, status_reason } = server;
  const page = `/servers/${id}`;
  const titled = (sentence: string | undefined) => (
    <>
      <Name text={hostname} /> {sentence}
    </>
  );
  if (kind === 'suspended') {
    const why = status_reason ?? texts.suspendedWhy;
    return { icon: 'circle-alert', title: titled(texts.suspended), why, to: `${page}/billing` };
  }
  if (kind === 'attack') {
    const why = texts.attackWhy(server.attack_filtered === true);
    return { icon: 'shield-alert', title: titled(texts.attack), why, to: `${page}/protection` };
  }
  if (kind === 'by-hand') return { icon: 'clock', title: titled(texts.byHand), why: texts.byHandWhy, to: `${page}/billing` };
  return {
    icon: 'triangle-alert',
    title: titled(texts.unwell[power]),
    why: status_reason ?? texts.unwellWhy[power],
    to: page,
  };
}
