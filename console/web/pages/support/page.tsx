import { answeredTicketsQuery } from '../../data/answered-tickets.ts';
import { usePages } from '../../data/pages.ts';
import { queryClient } from '../../data/query.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { RESOLVED, ticketsQuery, WAITING } from '../../data/tickets.ts';
import { Button } from '../../parts/button.tsx';
import { useRouter } from '../../router/router.tsx';
import { EmptyListing, ListingHead } from '../../shared/listing.tsx';
import { SupportTabs } from '../../shared/support-tabs.tsx';
import { texts as supportTexts } from '../../shared/support-texts.ts';
import { useAnsweredTickets } from './data.ts';
import css from './page.module.css';
import { texts } from './texts.ts';
import { TicketGroup } from './ticket-group.tsx';

export const path = '/support';
export const load = () => [
  queryClient.prefetchQuery(answeredTicketsQuery),
  queryClient.prefetchInfiniteQuery(ticketsQuery(WAITING)),
  queryClient.prefetchInfiniteQuery(ticketsQuery(RESOLVED)),
];

/** Ticket that the empty page shows as a command. */
const EXAMPLE = { department_id: 1, subject: 'Server does not boot', message: 'My server does not boot.' };

/** Lists the tickets. Those that wait for the customer come first. */
export function Page() {
  const { navigate } = useRouter();
  const refusalOf = useRefusalOfAct();
  const answered = useAnsweredTickets();
  const waiting = usePages(ticketsQuery(WAITING), { awaited: true });
  const resolved = usePages(ticketsQuery(RESOLVED), { awaited: true });
  const lists = [answered, waiting, resolved];
  const isRead = lists.every(({ total }) => total !== undefined);
  const isEmpty = lists.every(({ total }) => total === 0);
  const open = (
    <Button icon="plus" kind="main" refusal={refusalOf('createTicket')} onPress={() => navigate('/support/new')}>
      {supportTexts.newTicket}
    </Button>
  );
  return (
    <>
      <ListingHead title={texts.title}>{!isEmpty && open}</ListingHead>
      <SupportTabs />
      {isEmpty ? (
        <EmptyListing sentence={texts.empty} call={{ operation: 'createTicket', input: EXAMPLE }}>
          {open}
        </EmptyListing>
      ) : (
        <div className={css.stack} aria-busy={!isRead}>
          {isRead && answered.total === 0 && waiting.total === 0 && <p className="faint">{texts.nothing}</p>}
          <TicketGroup title={texts.groups.answered} list={answered} />
          <TicketGroup title={texts.groups.waiting} list={waiting} />
          <TicketGroup title={texts.groups.resolved} list={resolved} />
        </div>
      )}
    </>
  );
}
