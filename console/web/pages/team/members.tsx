import type { Member } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { useMe } from '../../data/session.ts';
import { Button } from '../../parts/button.tsx';
import { formatLongDay } from '../../parts/format.ts';
import { Name } from '../../parts/name.tsx';
import { State } from '../../parts/state.tsx';
import { Time } from '../../parts/time.tsx';
import { CallDialog } from '../../shared/call.tsx';
import { Cell, Listing } from '../../shared/listing.tsx';
import { ROLE_WORDS, texts as teamTexts } from '../../shared/team-texts.ts';
import { OfferDialog, RemoveDialog, RoleDialog } from './dialogs.tsx';
import { type MemberDialog, MemberMenu } from './member-menu.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

const COLUMNS = [
  { kind: 'main', title: texts.columns.name },
  { kind: 'sub', title: texts.columns.email },
  { kind: 'side', title: texts.columns.role },
  { kind: 'wide', title: texts.columns.joined },
  { kind: 'acts', title: texts.columns.acts },
] as const;

/** Lists the members with their roles and second factors. */
export function Members({ members }: { members: readonly Member[] }) {
  const { member_id: ownId } = useMe();
  const [menu, setMenu] = useState<{ id: number; anchor: HTMLElement }>();
  const [open, setOpen] = useState<{ dialog: MemberDialog; member: Member }>();
  const menuMember = members.find(({ id }) => id === menu?.id);
  const close = () => setOpen(undefined);
  return (
    <>
      <Listing label={teamTexts.members} columns={COLUMNS}>
        {members.map((member) => (
          <tr key={member.id}>
            <Cell kind="main">
              <Name text={member.name} />
              {member.id === ownId && <small>{texts.you}</small>}
            </Cell>
            <Cell kind="sub">
              <div className={css.who}>
                <span>{member.email}</span>
                <State tone={member['2fa_enabled'] ? 'ok' : 'off'}>
                  {member['2fa_enabled'] ? texts.factorOn : texts.factorOff}
                </State>
              </div>
              {member.ownership_offered_until !== null && (
                <small>{texts.offered(formatLongDay(member.ownership_offered_until))}</small>
              )}
            </Cell>
            <Cell kind="side">{ROLE_WORDS[member.role]}</Cell>
            <Cell kind="wide">
              <Time at={member.joined_at} />
            </Cell>
            <Cell kind="acts">
              <Button
                icon="ellipsis"
                kind="bare"
                label={texts.acts(member.name)}
                expanded={menu?.id === member.id}
                onPress={(anchor) => setMenu({ id: member.id, anchor })}
              />
            </Cell>
          </tr>
        ))}
      </Listing>
      {menu && menuMember && (
        <MemberMenu
          member={menuMember}
          anchor={menu.anchor}
          onOpen={(dialog) => setOpen({ dialog, member: menuMember })}
          onClose={() => setMenu(undefined)}
        />
      )}
      {open?.dialog === 'role' && <RoleDialog member={open.member} onClose={close} />}
      {open?.dialog === 'remove' && <RemoveDialog member={open.member} onClose={close} />}
      {open?.dialog === 'offer' && (
        <OfferDialog
          member={open.member}
          isOther={members.some(({ ownership_offered_until }) => ownership_offered_until !== null)}
          onClose={close}
        />
      )}
      {open?.dialog === 'calls' && <CallDialog calls={callsOf(open.member)} onClose={close} />}
    </>
  );
}

const callsOf = ({ id }: Member) =>
  [
    { operation: 'updateMember', input: { id, role: 'technical' } },
    { operation: 'deleteMember', input: { id } },
    { operation: 'offerOwnership', input: { member_id: id } },
    { operation: 'withdrawOwnershipOffer', input: {} },
  ] as const;
