import type { Member } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { useMe } from '../../data/session.ts';
import { reloadAllTabs } from '../../data/tabs.ts';
import { refetchTeam } from '../../data/team.ts';
import { Note } from '../../parts/box.tsx';
import { Losses } from '../../parts/losses.tsx';
import { Name } from '../../parts/name.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { fields } from '../../rules/fields/createInvitation.gen.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { showToast } from '../../shared/toast.tsx';
import { type AssignableRole, RoleChoice } from './role-choice.tsx';
import { texts } from './texts.ts';

interface MemberDialogProps {
  member: Member;
  onClose: () => void;
}

/** Shows the dialog that invites a person by mail. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<AssignableRole>('technical');
  return (
    <FormDialog
      title={texts.inviteTitle}
      operation="createInvitation"
      input={{ email: email.trim(), role }}
      button={texts.invite}
      onDone={async ({ email: address }) => {
        showToast('ok', texts.invited(address));
        await refetchTeam();
      }}
      onClose={onClose}
    >
      {(refusal) => (
        <>
          <p>{texts.inviteWhat}</p>
          <TextField
            label={texts.email}
            error={refusal?.fields.email}
            rule={fields.email}
            sent={email.trim()}
            value={email}
            type="email"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setEmail(event.target.value)}
          />
          <RoleChoice value={role} error={refusal?.fields.role} onChange={setRole} />
        </>
      )}
    </FormDialog>
  );
}

/** Shows the dialog that changes the role of a member. */
export function RoleDialog({ member, onClose }: MemberDialogProps) {
  const { member_id: ownId } = useMe();
  const [role, setRole] = useState<AssignableRole>(member.role === 'owner' ? 'admin' : member.role);
  return (
    <FormDialog
      title={
        <>
          {texts.changeTitle} <Name text={member.name} />
        </>
      }
      operation="updateMember"
      input={{ id: member.id, role }}
      button={texts.save}
      refusal={role === member.role ? texts.sameRole : undefined}
      onDone={refetchTeam}
      onClose={onClose}
    >
      {(refusal) => (
        <>
          <RoleChoice value={role} error={refusal?.fields.role} onChange={setRole} />
          {member.id === ownId && role !== member.role && <Note tone="busy">{texts.ownRoleWarning}</Note>}
        </>
      )}
    </FormDialog>
  );
}

/**
 * Shows the dialog that removes a member, or with which the person leaves the account. A person who leaves is signed out of this account.
 */
export function RemoveDialog({ member, onClose }: MemberDialogProps) {
  const isOwn = member.id === useMe().member_id;
  return (
    <FormDialog
      title={
        isOwn ? (
          texts.leave
        ) : (
          <>
            {texts.removeTitle} <Name text={member.name} />
          </>
        )
      }
      operation="deleteMember"
      input={{ id: member.id }}
      button={isOwn ? texts.leave : texts.remove}
      kind="danger"
      onDone={() => (isOwn ? reloadAllTabs('/sign-in') : refetchTeam())}
      onClose={onClose}
    >
      <Losses
        rows={[
          ['log-out', isOwn ? texts.lossOwnAccess : texts.lossAccess],
          ['users', isOwn ? texts.lossOwnAgain : texts.lossAgain],
        ]}
      />
    </FormDialog>
  );
}

/** Shows the dialog that offers the ownership of the account. `isOther`: another member has an offer. */
export function OfferDialog({ member, isOther, onClose }: MemberDialogProps & { isOther: boolean }) {
  return (
    <FormDialog
      title={
        <>
          {texts.offerTitle} <Name text={member.name} />
        </>
      }
      operation="offerOwnership"
      input={{ member_id: member.id }}
      button={texts.offerButton}
      onDone={refetchTeam}
      onClose={onClose}
    >
      <>
        <p>{texts.offerWhat}</p>
        <p>{texts.offerThen}</p>
        {isOther && <Note tone="busy">{texts.offerOther}</Note>}
      </>
    </FormDialog>
  );
}

/** Shows the dialog that accepts the ownership of the account. */
export function AcceptDialog({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog
      title={texts.accept}
      operation="acceptOwnership"
      input={{}}
      button={texts.accept}
      onDone={async () => {
        showToast('ok', texts.accepted);
        await refetchTeam();
      }}
      onClose={onClose}
    >
      <p>{texts.acceptWhat}</p>
    </FormDialog>
  );
}
