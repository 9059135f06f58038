import type { Invitation } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { refetchTeam } from '../../data/team.ts';
import { Button } from '../../parts/button.tsx';
import { formatLongDay } from '../../parts/format.ts';
import { Menu } from '../../parts/menu.tsx';
import { Name } from '../../parts/name.tsx';
import { State } from '../../parts/state.tsx';
import { useNow } from '../../parts/time.tsx';
import { CallDialog } from '../../shared/call.tsx';
import { Cell, Listing } from '../../shared/listing.tsx';
import { ROLE_WORDS } from '../../shared/team-texts.ts';
import { texts as partTexts } from '../../shared/texts.ts';
import { showRefusal, showToast } from '../../shared/toast.tsx';
import { texts } from './texts.ts';

const COLUMNS = [
  { kind: 'main', title: texts.invitationColumns.email },
  { kind: 'sub', title: texts.invitationColumns.state },
  { kind: 'side', title: texts.invitationColumns.role },
  { kind: 'wide', title: texts.invitationColumns.by },
  { kind: 'acts', title: texts.invitationColumns.acts },
] as const;

/** Lists the pending invitations, resends them and withdraws them. */
export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const now = useNow(60_000);
  const [menu, setMenu] = useState<{ id: number; anchor: HTMLElement }>();
  const [calls, setCalls] = useState<number>();
  const menuInvitation = invitations.find(({ id }) => id === menu?.id);
  return (
    <>
      <Listing label={texts.open} columns={COLUMNS}>
        {invitations.map((invitation) => (
          <tr key={invitation.id}>
            <Cell kind="main">
              <Name text={invitation.email} />
            </Cell>
            <Cell kind="sub">
              {Date.parse(invitation.expires_at) < now ? (
                <State tone="bad">{texts.expired(formatLongDay(invitation.expires_at))}</State>
              ) : (
                <State tone="busy">{texts.valid(formatLongDay(invitation.expires_at))}</State>
              )}
            </Cell>
            <Cell kind="side">{ROLE_WORDS[invitation.role]}</Cell>
            <Cell kind="wide">{invitation.invited_by === null ? texts.nobody : <Name text={invitation.invited_by} />}</Cell>
            <Cell kind="acts">
              <Button
                icon="ellipsis"
                kind="bare"
                label={texts.acts(invitation.email)}
                expanded={menu?.id === invitation.id}
                onPress={(anchor) => setMenu({ id: invitation.id, anchor })}
              />
            </Cell>
          </tr>
        ))}
      </Listing>
      {menu && menuInvitation && (
        <InvitationMenu
          invitation={menuInvitation}
          anchor={menu.anchor}
          onCalls={() => setCalls(menuInvitation.id)}
          onClose={() => setMenu(undefined)}
        />
      )}
      {calls !== undefined && (
        <CallDialog
          calls={[
            { operation: 'resendInvitation', input: { id: calls } },
            { operation: 'deleteInvitation', input: { id: calls } },
          ]}
          onClose={() => setCalls(undefined)}
        />
      )}
    </>
  );
}

function InvitationMenu({
  invitation: { id, email },
  anchor,
  onCalls,
  onClose,
}: {
  invitation: Invitation;
  anchor: HTMLElement;
  onCalls: () => void;
  onClose: () => void;
}) {
  const refusalOf = useRefusalOfAct();
  const resend = useAct((given: number, options) => client.resendInvitation({ id: given }, options), showRefusal);
  const withdraw = useAct(async (given: number, options) => {
    await client.deleteInvitation({ id: given }, options);
    return true;
  }, showRefusal);
  const send = async () => {
    if ((await resend.run(id)) === undefined) return;
    showToast('ok', texts.invited(email));
    await refetchTeam();
  };
  const end = async () => {
    if ((await withdraw.run(id)) === undefined) return;
    showToast('ok', texts.withdrawn(email));
    await refetchTeam();
  };
  return (
    <Menu
      label={email}
      anchor={anchor}
      onClose={onClose}
      groups={[
        [
          { label: texts.resend, icon: 'rotate-cw', refusal: refusalOf('resendInvitation'), onPress: () => void send() },
          {
            label: texts.withdraw,
            icon: 'trash-2',
            danger: true,
            refusal: refusalOf('deleteInvitation'),
            onPress: () => void end(),
          },
        ],
        [{ label: partTexts.copyCall, icon: 'terminal', onPress: onCalls }],
      ]}
    />
  );
}
