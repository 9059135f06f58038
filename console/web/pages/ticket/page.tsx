import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryClient } from '../../data/query.ts';
import { departmentsQuery, ticketQuery } from '../../data/tickets.ts';
import { Card, Facts } from '../../parts/box.tsx';
import { setTitle } from '../../parts/brand.ts';
import { formatMoment } from '../../parts/format.ts';
import { Name } from '../../parts/name.tsx';
import { Time } from '../../parts/time.tsx';
import type { Params } from '../../router/match.ts';
import { Link, useIdOfPath } from '../../router/router.tsx';
import { texts as supportTexts } from '../../shared/support-texts.ts';
import { Messages } from './messages.tsx';
import css from './page.module.css';
import { Reply } from './reply.tsx';
import { texts } from './texts.ts';
import { TicketState } from './ticket-state.tsx';

export const path = '/support/:id';
export const load = ({ id }: Params) => [
  queryClient.prefetchQuery(ticketQuery(Number(id))),
  queryClient.prefetchQuery(departmentsQuery),
];

/** Shows a ticket: its messages, the reply field, and its subject. */
export function Page() {
  const id = useIdOfPath();
  const { data: ticket } = useSuspenseQuery(ticketQuery(id));
  const { data: departments } = useSuspenseQuery(departmentsQuery);
  useEffect(() => setTitle(supportTexts.ticket(id)), [id]);
  const { subject, status, service_label: service, service_id: serviceId, response_due_at: due } = ticket;
  return (
    <>
      <div className={css.head}>
        <h1>
          <Name text={subject} />
        </h1>
        <span role="status">
          <TicketState status={status} />
        </span>
      </div>
      <div className={css.cols}>
        <div className={css.aside}>
          <Card title={supportTexts.ticket(id)} padded>
            <Facts
              rows={[
                [texts.facts.department, departments.find(({ key }) => key === ticket.department)?.name ?? ticket.department],
                [
                  texts.facts.service,
                  service === null ? null : ticket.service_type === 'server' && serviceId !== null ? (
                    <Link key="service" className="link" to={`/servers/${serviceId}`}>
                      <Name text={service} />
                    </Link>
                  ) : (
                    <Name key="service" text={service} />
                  ),
                ],
                [texts.facts.opened, <Time key="opened" at={ticket.created_at} format={formatMoment} />],
                [texts.facts.due, due === null ? null : <Time key="due" at={due} format={formatMoment} />],
              ]}
            />
          </Card>
        </div>
        <div className={css.stack}>
          <Messages ticket={ticket} />
          <Reply key={id} ticket={ticket} />
        </div>
      </div>
    </>
  );
}
