import type { Member } from '@innkeeper/sdk/index';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../../data/query.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { mayRead, useMe } from '../../data/session.ts';
import { invitationsQuery, membersQuery } from '../../data/team.ts';
import { Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { formatLongDay } from '../../parts/format.ts';
import { can } from '../../rules/can.ts';
import { EmptyListing, ListingHead } from '../../shared/listing.tsx';
import { TeamTabs } from '../../shared/team-tabs.tsx';
import { AcceptDialog, InviteDialog } from './dialogs.tsx';
import { Invitations } from './invitations.tsx';
import { useEndOffer } from './member-menu.tsx';
import { Members } from './members.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

export const path = '/team';
export const load = () => [
  queryClient.prefetchQuery(membersQuery),
  mayRead('listInvitations') && queryClient.prefetchQuery(invitationsQuery),
];

/** Invitation that the empty page shows as a command. */
const EXAMPLE = { email: 'grace@example.com', role: 'technical' };

/** Lists the people who may use the account. Roles that do not manage members see no invitations. */
export function Page() {
  const me = useMe();
  const refusalOf = useRefusalOfAct();
  const { data: members } = useSuspenseQuery(membersQuery);
  const mayRead = 'yes' in can('listInvitations', undefined, me);
  const { data: invitations = [] } = useQuery({ ...invitationsQuery, enabled: mayRead });
  const [isInviting, setInviting] = useState(false);
  const own = members.find(({ id }) => id === me.member_id);
  const isAlone = members.length === 1 && invitations.length === 0;
  const invite = (
    <Button icon="plus" kind="main" refusal={refusalOf('createInvitation')} onPress={() => setInviting(true)}>
      {texts.invite}
    </Button>
  );
  return (
    <>
      <ListingHead title={texts.title} count={members.length}>
        {!isAlone && invite}
      </ListingHead>
      <TeamTabs />
      <div className={css.stack}>
        {own?.ownership_offered_until && <OwnershipOffer until={own.ownership_offered_until} />}
        <Members members={members} />
        {isAlone && (
          <EmptyListing sentence={texts.alone} call={{ operation: 'createInvitation', input: EXAMPLE }}>
            {invite}
          </EmptyListing>
        )}
        {mayRead && invitations.length > 0 && (
          <section>
            <h2>{texts.open}</h2>
            <Invitations invitations={invitations} />
          </section>
        )}
      </div>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  );
}

/** Shows the person that the ownership of the account is offered to them. */
function OwnershipOffer({ until }: { until: NonNullable<Member['ownership_offered_until']> }) {
  const refusalOf = useRefusalOfAct();
  const [isOpen, setOpen] = useState(false);
  const { end, isRunning } = useEndOffer(texts.declined);
  return (
    <Note tone="busy" icon="key-round">
      <div className={css.offered}>
        <span>{texts.toYou(formatLongDay(until))}</span>
        <Button kind="main" refusal={refusalOf('acceptOwnership')} onPress={() => setOpen(true)}>
          {texts.accept}
        </Button>
        <Button refusal={refusalOf('withdrawOwnershipOffer')} busy={isRunning} onPress={() => void end()}>
          {texts.decline}
        </Button>
      </div>
      {isOpen && <AcceptDialog onClose={() => setOpen(false)} />}
    </Note>
  );
}
