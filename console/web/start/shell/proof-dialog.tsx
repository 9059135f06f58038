import { useEffect, useRef, useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { askForPasskey } from '../../data/passkey.ts';
import { setProofDialog } from '../../data/proof.ts';
import { queryClient } from '../../data/query.ts';
import { sessionQuery, useMe } from '../../data/session.ts';
import { Button } from '../../parts/button.tsx';
import { CopyLine } from '../../parts/copy.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { texts as partTexts } from '../../parts/texts.ts';
import { fields } from '../../rules/fields/confirmSession.gen.ts';
import { storeNext } from '../../shared/next.ts';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { texts } from './texts.ts';

/** Shows a dialog over the page if an act requires a fresh proof of identity. The act is sent again afterwards. */
export function ProofDialog() {
  const [isOpen, setOpen] = useState(false);
  const answer = useRef<(isProven: boolean) => void>(undefined);
  useEffect(
    () =>
      setProofDialog(async () => {
        // A link's proof expires after 15 minutes, so refetch the available proofs of the session.
        await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined);
        setOpen(true);
        return new Promise((resolve) => {
          answer.current = resolve;
        });
      }),
    [],
  );
  if (!isOpen) return null;
  const end = (isProven: boolean) => {
    setOpen(false);
    answer.current?.(isProven);
  };
  return <OpenDialog onEnd={end} />;
}

function OpenDialog({ onEnd }: { onEnd: (isProven: boolean) => void }) {
  const { confirm_with: ways, user } = useMe();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const byPassword = useAct((input: { password: string; otp?: string }, options) => client.confirmSession(input, options));
  const byPasskey = useAct(async (_input: undefined, options) => {
    const request = await client.createConfirmOptions({});
    return client.confirmSession({ passkey: await askForPasskey(request) }, options);
  });
  const byProvider = useAct((input: { otp?: string }, options) => client.confirmBySingleSignOn(input, options));
  const refusal = byPassword.refusal ?? byPasskey.refusal ?? byProvider.refusal;
  const hasPassword = ways.includes('password');
  const confirm = async () => {
    if (!hasPassword) return;
    if (await byPassword.run(user.two_factor ? { password, otp: code } : { password })) onEnd(true);
  };
  const provePasskey = async () => {
    if (await byPasskey.run(undefined)) onEnd(true);
  };
  const hasProvider = ways.includes('single_sign_on');
  const goToProvider = async () => {
    const begun = await byProvider.run(user.two_factor && code !== '' ? { otp: code } : {});
    if (begun === undefined) return;
    storeNext(location.pathname + location.search);
    location.assign(begun.url);
  };
  return (
    <Dialog
      title={texts.proof.title}
      onClose={() => onEnd(false)}
      onSubmit={() => void confirm()}
      actions={
        <>
          <Button onPress={() => onEnd(false)}>{partTexts.cancel}</Button>
          {hasPassword && (
            <Button kind="main" type="submit" busy={byPassword.isRunning}>
              {texts.proof.confirm}
            </Button>
          )}
        </>
      }
    >
      {ways.length === 0 ? (
        <>
          <p>{texts.proof.none}</p>
          <CopyLine text={texts.proof.command} label={partTexts.copyText(texts.proof.command)} />
        </>
      ) : (
        <p>{texts.proof.why}</p>
      )}
      <RefusalNote refusal={refusal} fields="all" />
      {ways.includes('passkey') && (
        <Button icon="fingerprint-pattern" wide busy={byPasskey.isRunning} onPress={() => void provePasskey()}>
          {texts.proof.passkey}
        </Button>
      )}
      {hasPassword && (
        <TextField
          label={texts.proof.password}
          rule={fields.password}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      {hasProvider && (
        <>
          <p className="soft">{texts.proof.providerWhat}</p>
          <Button icon="external-link" wide busy={byProvider.isRunning} onPress={() => void goToProvider()}>
            {texts.proof.provider}
          </Button>
        </>
      )}
      {(hasPassword || hasProvider) && user.two_factor && (
        <TextField
          label={texts.proof.code}
          rule={fields.otp}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      )}
    </Dialog>
  );
}
