import type { NewToken, Token } from '@innkeeper/sdk/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../../data/query.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { Button } from '../../parts/button.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Name } from '../../parts/name.tsx';
import { CallDialog } from '../../shared/call.tsx';
import { EmptyListing, Listing, ListingHead } from '../../shared/listing.tsx';
import { SecretDialog } from '../../shared/secret-dialog.tsx';
import { texts as secretTexts } from '../../shared/secret-texts.ts';
import { texts as partTexts } from '../../shared/texts.ts';
import { refetchTokens, tokensQuery } from './data.ts';
import { TokenRow } from './row.tsx';
import { texts } from './texts.ts';
import { EditTokenDialog, NewTokenDialog, RevokeTokenDialog, RotateTokenDialog } from './token-dialogs.tsx';

export const path = '/tokens';
export const load = () => queryClient.prefetchQuery(tokensQuery);

type OpenDialog =
  | { kind: 'new' }
  | { kind: 'edit' | 'rotate' | 'revoke' | 'calls'; token: Token }
  | { kind: 'secret'; token: NewToken };

const EXAMPLE = { name: 'deploy script', abilities: ['read'] };

const COLUMNS = [
  { kind: 'main', title: texts.columns.name },
  { kind: 'sub', title: texts.columns.may },
  { kind: 'wide', title: texts.columns.expires },
  { kind: 'side', title: texts.columns.lastUse },
  { kind: 'acts', title: texts.columns.acts },
] as const;

/** Lists the tokens, and creates, changes, rotates and revokes them. */
export function Page() {
  const { data: tokens } = useSuspenseQuery(tokensQuery);
  const refusalOf = useRefusalOfAct();
  const [open, setOpen] = useState<OpenDialog>();
  const [menu, setMenu] = useState<{ token: Token; anchor: HTMLElement }>();
  const close = () => setOpen(undefined);
  const show = (token: NewToken) => {
    setOpen({ kind: 'secret', token });
    void refetchTokens().catch(() => undefined);
  };
  const add = (
    <Button icon="plus" kind="main" refusal={refusalOf('createToken')} onPress={() => setOpen({ kind: 'new' })}>
      {texts.add}
    </Button>
  );
  return (
    <>
      <ListingHead title={texts.title} count={tokens.length === 0 ? undefined : tokens.length}>
        {tokens.length > 0 && add}
      </ListingHead>
      {tokens.length === 0 ? (
        <EmptyListing sentence={texts.empty} call={{ operation: 'createToken', input: EXAMPLE }}>
          {add}
        </EmptyListing>
      ) : (
        <Listing label={texts.title} columns={COLUMNS} foot={texts.foot}>
          {tokens.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              isMenuOpen={menu?.token.id === token.id}
              onMenu={(anchor) => setMenu({ token, anchor })}
            />
          ))}
        </Listing>
      )}
      {menu && <TokenMenu {...menu} onOpen={setOpen} onClose={() => setMenu(undefined)} />}
      {open?.kind === 'new' && <NewTokenDialog onCreated={show} onClose={close} />}
      {open?.kind === 'edit' && <EditTokenDialog token={open.token} onClose={close} />}
      {open?.kind === 'rotate' && <RotateTokenDialog token={open.token} onCreated={show} onClose={close} />}
      {open?.kind === 'revoke' && <RevokeTokenDialog token={open.token} onClose={close} />}
      {open?.kind === 'calls' && <CallDialog calls={callsOf(open.token)} onClose={close} />}
      {open?.kind === 'secret' && (
        <SecretDialog
          title={
            <>
              {texts.secretTitle} <Name text={open.token.name} />
            </>
          }
          label={texts.copySecret}
          secret={open.token.token}
          onClose={close}
        >
          <p>
            {secretTexts.once} {texts.secretWhat}
          </p>
        </SecretDialog>
      )}
    </>
  );
}

const callsOf = ({ id, name }: Token) =>
  [
    { operation: 'updateToken', input: { id, name } },
    { operation: 'rotateToken', input: { id, overlap_minutes: 60 } },
    { operation: 'deleteToken', input: { id } },
  ] as const;

function TokenMenu({
  token,
  anchor,
  onOpen,
  onClose,
}: {
  token: Token;
  anchor: HTMLElement;
  onOpen: (opened: OpenDialog) => void;
  onClose: () => void;
}) {
  const refusalOf = useRefusalOfAct();
  return (
    <Menu
      label={token.name}
      anchor={anchor}
      onClose={onClose}
      groups={[
        [
          {
            label: texts.edit,
            icon: 'pencil',
            refusal: refusalOf('updateToken'),
            onPress: () => onOpen({ kind: 'edit', token }),
          },
          {
            label: texts.rotate,
            icon: 'refresh-cw',
            refusal: refusalOf('rotateToken'),
            onPress: () => onOpen({ kind: 'rotate', token }),
          },
          {
            label: texts.revoke,
            icon: 'trash-2',
            danger: true,
            refusal: refusalOf('deleteToken'),
            onPress: () => onOpen({ kind: 'revoke', token }),
          },
        ],
        [{ label: partTexts.copyCall, icon: 'terminal', onPress: () => onOpen({ kind: 'calls', token }) }],
      ]}
    />
  );
}
