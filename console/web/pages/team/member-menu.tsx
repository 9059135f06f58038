import type { Member } from '@innkeeper/sdk/index';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { useMe } from '../../data/session.ts';
import { refetchTeam } from '../../data/team.ts';
import { Menu, type MenuItem } from '../../parts/menu.tsx';
import { texts as partTexts } from '../../shared/texts.ts';
import { showRefusal, showToast } from '../../shared/toast.tsx';
import { texts } from './texts.ts';

export type MemberDialog = 'role' | 'remove' | 'offer' | 'calls';

/** Withdraws the offer of ownership, or declines it. */
export function useEndOffer(done: string): { end: () => Promise<void>; isRunning: boolean } {
  const { run, isRunning } = useAct(async (_input: undefined, options) => {
    await client.withdrawOwnershipOffer({}, options);
    return true;
  }, showRefusal);
  const end = async () => {
    if ((await run(undefined)) === undefined) return;
    showToast('ok', done);
    await refetchTeam();
  };
  return { end, isRunning };
}

/** Shows the menu of a member. */
export function MemberMenu({
  member,
  anchor,
  onOpen,
  onClose,
}: {
  member: Member;
  anchor: HTMLElement;
  onOpen: (dialog: MemberDialog) => void;
  onClose: () => void;
}) {
  const { member_id: ownId } = useMe();
  const refusalOf = useRefusalOfAct();
  const { end } = useEndOffer(texts.offerWithdrawn);
  const isOwner = member.role === 'owner';
  const isOwn = member.id === ownId;
  const manage = refusalOf('updateMember');
  const people: MenuItem[] = [
    {
      label: texts.change,
      icon: 'sliders-horizontal',
      refusal: manage ?? (isOwner ? texts.ownerRole : undefined),
      onPress: () => onOpen('role'),
    },
    member.ownership_offered_until === null
      ? {
          label: texts.offer,
          icon: 'key-round',
          refusal: refusalOf('offerOwnership') ?? (isOwner ? texts.isOwner : undefined),
          onPress: () => onOpen('offer'),
        }
      : { label: texts.withdrawOffer, icon: 'x', refusal: refusalOf('offerOwnership'), onPress: () => void end() },
  ];
  return (
    <Menu
      label={member.name}
      anchor={anchor}
      onClose={onClose}
      groups={[
        people,
        [
          {
            label: isOwn ? texts.leave : texts.remove,
            icon: 'trash-2',
            danger: true,
            // Each member may leave, and members with that ability may remove others.
            refusal: (isOwn ? refusalOf('deleteMember') : manage) ?? (isOwner ? texts.ownerStays : undefined),
            onPress: () => onOpen('remove'),
          },
        ],
        [{ label: partTexts.copyCall, icon: 'terminal', onPress: () => onOpen('calls') }],
      ]}
    />
  );
}
