import type { TicketSummary } from '@innkeeper/sdk/index';
import type { ReadPages } from '../../data/pages.ts';
import { Card } from '../../parts/box.tsx';
import { formatMoment } from '../../parts/format.ts';
import { Name } from '../../parts/name.tsx';
import { Row, Rows } from '../../parts/rows.tsx';
import { Time, useNow } from '../../parts/time.tsx';
import { Link } from '../../router/router.tsx';
import { LoadMore } from '../../shared/load-more.tsx';
import { texts as supportTexts } from '../../shared/support-texts.ts';
import css from './page.module.css';
import { texts } from './texts.ts';

/** Lists the tickets of one state. A group without tickets is not shown. */
export function TicketGroup({ title, list }: { title: string; list: ReadPages<TicketSummary> }) {
  if (list.items.length === 0) return null;
  return (
    <Card title={title} side={<span className="faint">{list.total}</span>}>
      <Rows label={title}>
        {list.items.map((ticket) => (
          <TicketRow key={ticket.id} ticket={ticket} />
        ))}
      </Rows>
      <LoadMore list={list}>{texts.more}</LoadMore>
    </Card>
  );
}

function TicketRow({ ticket }: { ticket: TicketSummary }) {
  const { id, subject, status, service_label: service, updated_at } = ticket;
  return (
    <Row
      name={
        <Link to={`/support/${id}`}>
          <Name text={subject} />
        </Link>
      }
      below={
        <>
          {supportTexts.ticket(id)}
          {service !== null && (
            <>
              , {texts.aboutServer} <Name text={service} />
            </>
          )}
        </>
      }
      state={(status === 'opened' || status === 'customer-reply') && <Due ticket={ticket} />}
      time={<Time at={updated_at} format={formatMoment} />}
    />
  );
}

/** Shows the time by which the support plan promises an answer. */
function Due({ ticket: { response_due_at: due } }: { ticket: Pick<TicketSummary, 'response_due_at'> }) {
  const now = useNow(60_000);
  if (due === null) return <span className="faint">{texts.noPromise}</span>;
  const time = formatMoment(due);
  return Date.parse(due) < now ? <span className={css.late}>{texts.late(time)}</span> : texts.answerBy(time);
}
