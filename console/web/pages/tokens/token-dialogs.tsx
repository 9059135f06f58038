import type { NewToken, Token } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { queryClient } from '../../data/query.ts';
import { formatAge } from '../../parts/age.ts';
import { Note } from '../../parts/box.tsx';
import { Name } from '../../parts/name.tsx';
import { useNow } from '../../parts/time.tsx';
import { fields } from '../../rules/fields/createToken.gen.ts';
import { fields as updateFields } from '../../rules/fields/updateToken.gen.ts';
import { DeleteDialog } from '../../shared/delete-dialog.tsx';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { RotateDialog } from '../../shared/rotate-dialog.tsx';
import { SecretFormDialog } from '../../shared/secret-form-dialog.tsx';
import { refetchTokens, tokensQuery } from './data.ts';
import { draftOf, NEW_TOKEN, type TokenDraft, toCreate, toUpdate } from './draft.ts';
import { texts } from './texts.ts';
import { FixedFields, refusalOfDraft, TokenFields } from './token-fields.tsx';

const cachedTokenIds = () => new Set(queryClient.getQueryData<Token[]>(tokensQuery.queryKey)?.map(({ id }) => id));

/** Shows the dialog that creates a token. */
export function NewTokenDialog({ onCreated, onClose }: { onCreated: (made: NewToken) => void; onClose: () => void }) {
  const [draft, setDraft] = useState<TokenDraft>(NEW_TOKEN);
  const [now] = useState(Date.now);
  const [known] = useState(cachedTokenIds);
  const change = (changed: Partial<TokenDraft>) => setDraft({ ...draft, ...changed });
  return (
    <SecretFormDialog
      title={texts.newTitle}
      operation="createToken"
      input={toCreate(draft, now)}
      button={texts.create}
      refusal={refusalOfDraft(draft)}
      wasDone={async ({ name }) => (await refetchTokens()).some((token) => token.name === name && !known.has(token.id))}
      lost={texts.lostMade}
      onClosed={onCreated}
      onClose={onClose}
    >
      {(refusal) => (
        <>
          <TokenFields rules={fields} draft={draft} refusal={refusal} onChange={change} />
          <FixedFields draft={draft} refusal={refusal} now={now} onChange={change} />
        </>
      )}
    </SecretFormDialog>
  );
}

/** Shows the dialog that changes the name and the limits of a token. */
export function EditTokenDialog({ token, onClose }: { token: Token; onClose: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(token));
  const changes = toUpdate(draft, token);
  return (
    <FormDialog
      title={
        <>
          {texts.editTitle} <Name text={token.name} />
        </>
      }
      operation="updateToken"
      input={{ id: token.id, ...changes }}
      button={texts.save}
      refusal={refusalOfDraft(draft) ?? (Object.keys(changes).length === 0 ? texts.unchanged : undefined)}
      onDone={refetchTokens}
      onClose={onClose}
    >
      {(refusal) => (
        <>
          <TokenFields
            rules={updateFields}
            draft={draft}
            refusal={refusal}
            onChange={(changed) => setDraft({ ...draft, ...changed })}
          />
          <p>{texts.fixed}</p>
        </>
      )}
    </FormDialog>
  );
}

const OVERLAPS = ['0', '10', '60', '1440'] as const;

/** Shows the dialog that replaces the secret of a token. */
export function RotateTokenDialog({
  token,
  onCreated,
  onClose,
}: {
  token: Token;
  onCreated: (made: NewToken) => void;
  onClose: () => void;
}) {
  return (
    <RotateDialog
      name={<Name text={token.name} />}
      id={token.id}
      operation="rotateToken"
      texts={texts}
      overlaps={OVERLAPS}
      first="60"
      wasRotated={async () =>
        (await refetchTokens()).some(({ id, created_at: at }) => id === token.id && at !== token.created_at)
      }
      onCreated={onCreated}
      onClose={onClose}
    />
  );
}

/** Shows the dialog that revokes a token, and the last use of the token. */
export function RevokeTokenDialog({ token, onClose }: { token: Token; onClose: () => void }) {
  const now = useNow(60_000);
  const { last_used_at: usedAt, last_used_from: from } = token;
  return (
    <DeleteDialog
      title={texts.revokeTitle}
      name={token.name}
      operation="deleteToken"
      id={token.id}
      lists={{ queryKey: tokensQuery.queryKey }}
      act={texts.revoke}
      onClose={onClose}
    >
      <p>{texts.revokeNow}</p>
      {usedAt === null ? <p>{texts.revokeUnused}</p> : <Note tone="bad">{texts.revokeUsed(formatAge(usedAt, now), from)}</Note>}
    </DeleteDialog>
  );
}
