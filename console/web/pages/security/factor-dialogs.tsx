import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../data/client.ts';
import { CopyLine } from '../../parts/copy.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { texts as partTexts } from '../../parts/texts.ts';
import type { FieldRule } from '../../rules/field.ts';
import { fields as codesFields } from '../../rules/fields/createRecoveryCodes.gen.ts';
import { fields as offFields } from '../../rules/fields/disableTwoFactor.gen.ts';
import { fields } from '../../rules/fields/enableTwoFactor.gen.ts';
import { ActForm } from '../../shared/act-form.tsx';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { refetchSecurity } from './data.ts';
import css from './page.module.css';
import { QrCode } from './qr-code.tsx';
import { texts } from './texts.ts';
import type { NewRecoveryCodes } from './use-recovery-codes.ts';

/** Shows the dialog that turns the second factor on, with the secret for the app. */
export function SetUpDialog({ onClose, createCodes }: { onClose: () => void; createCodes: () => Promise<unknown> }) {
  const [code, setCode] = useState('');
  // The secret is stored only after its code is entered, so each dialog requests a new one. It must not change while the person scans it.
  const { data: secret } = useQuery({
    queryKey: ['two-factor-secret'],
    queryFn: ({ signal }) => client.getTwoFactorSecret({}, { signal }),
    gcTime: 0,
    staleTime: 'static',
  });
  return (
    <FormDialog
      title={texts.setUp}
      operation="enableTwoFactor"
      input={secret && { otp: code.trim(), secret_key: secret.secret_key }}
      shown={null}
      button={texts.enable}
      busy={secret === undefined}
      onDone={async () => {
        // Recovery codes come in the same step, because a person without them is locked out by a lost phone. If this fails, the card says so.
        await createCodes();
        await refetchSecurity();
      }}
      onClose={onClose}
    >
      {(refusal) => (
        <>
          <p>{texts.scan}</p>
          {secret && <QrCode className={css.code} text={secret.otp_auth_url} label={texts.qrCode} />}
          <p>{texts.secret}</p>
          {secret && <CopyLine text={secret.secret_key} label={partTexts.copyText(texts.secret)} />}
          <CodeField rule={fields.otp} code={code} error={refusal?.fields.otp} onChange={setCode} />
        </>
      )}
    </FormDialog>
  );
}

/** Shows the dialog that replaces the recovery codes, for a code of the app. */
export function CodesDialog({ create, onClose }: { create: NewRecoveryCodes['create']; onClose: () => void }) {
  const [code, setCode] = useState('');
  return (
    <ActForm
      title={texts.newCodes}
      act={create}
      input={code.trim()}
      button={texts.newCodes}
      onDone={refetchSecurity}
      onClose={onClose}
    >
      <p>{texts.codesReplace}</p>
      <CodeField rule={codesFields.otp} hint={texts.codeHint} code={code} error={create.refusal?.fields.otp} onChange={setCode} />
    </ActForm>
  );
}

/** Shows the dialog that turns the second factor off, for a code of the app. */
export function OffDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [code, setCode] = useState('');
  return (
    <FormDialog
      title={texts.turnOff}
      operation="disableTwoFactor"
      input={{ otp: code.trim() }}
      shown={null}
      button={texts.turnOff}
      kind="danger"
      onDone={() => {
        onDone();
        return refetchSecurity();
      }}
      onClose={onClose}
    >
      {(refusal) => (
        <CodeField rule={offFields.otp} hint={texts.codeHint} code={code} error={refusal?.fields.otp} onChange={setCode} />
      )}
    </FormDialog>
  );
}

function CodeField({
  rule,
  code,
  hint,
  error,
  onChange,
}: {
  rule: FieldRule;
  code: string;
  hint?: string;
  error: string | undefined;
  onChange: (code: string) => void;
}) {
  return (
    <TextField
      label={texts.code}
      {...(hint !== undefined && { hint })}
      inputMode="numeric"
      autoComplete="one-time-code"
      error={error}
      rule={rule}
      sent={code.trim()}
      value={code}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
