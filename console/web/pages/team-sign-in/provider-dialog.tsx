import type { IdentityProvider } from '@innkeeper/sdk/index';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { identityProviderQuery } from '../../data/team.ts';
import { Note } from '../../parts/box.tsx';
import { Choice } from '../../parts/field.tsx';
import { Select } from '../../parts/select.tsx';
import { TextArea, TextField } from '../../parts/text-field.tsx';
import { fields } from '../../rules/fields/putIdentityProvider.gen.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { ROLE_WORDS } from '../../shared/team-texts.ts';
import css from './page.module.css';
import { isDifferentProvider, type ProviderForm, toForm, toInput } from './provider-input.ts';
import { texts } from './texts.ts';

const ROLES = ['admin', 'billing', 'technical', 'read-only'] as const;

/** Shows the dialog that sets up or changes the identity provider. */
export function ProviderDialog({ provider, onClose }: { provider: IdentityProvider | null; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [form, setForm] = useState<ProviderForm>(() => toForm(provider));
  const change = (fields: Partial<ProviderForm>) => setForm((before) => ({ ...before, ...fields }));
  const input = toInput(form, provider);
  const { client_secret: _secret, ...shown } = input;
  return (
    <FormDialog
      title={provider === null ? texts.setUp : texts.changeTitle}
      operation="putIdentityProvider"
      input={input}
      shown={shown}
      button={texts.save}
      onDone={(saved) => queryClient.setQueryData(identityProviderQuery.queryKey, saved.identity_provider)}
      onClose={onClose}
    >
      {(refusal) => (
        <>
          <TextField
            label={texts.issuer}
            hint={texts.issuerHint}
            error={refusal?.fields.issuer}
            rule={fields.issuer}
            sent={input.issuer}
            value={form.issuer}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => change({ issuer: event.target.value })}
          />
          <TextField
            label={texts.clientId}
            error={refusal?.fields.client_id}
            rule={fields.client_id}
            sent={input.client_id}
            value={form.clientId}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => change({ clientId: event.target.value })}
          />
          <TextField
            label={texts.clientSecret}
            hint={provider === null ? texts.secretSealed : texts.secretStays}
            error={refusal?.fields.client_secret}
            rule={fields.client_secret}
            sent={input.client_secret}
            value={form.clientSecret}
            type="password"
            autoComplete="new-password"
            onChange={(event) => change({ clientSecret: event.target.value })}
          />
          {provider !== null && isDifferentProvider(form, provider) && <Note tone="busy">{texts.anotherProvider}</Note>}
          <TextArea
            label={texts.domains}
            hint={texts.domainsHint}
            error={errorOf('domains', refusal?.fields)}
            rule={fields.domains}
            sent={input.domains}
            value={form.domains}
            rows={2}
            onChange={(event) => change({ domains: event.target.value })}
          />
          <Select
            label={texts.defaultRole}
            empty={texts.noRole}
            value={form.defaultRole}
            options={ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role] }))}
            onChange={(defaultRole) => change({ defaultRole })}
          />
          <TextField
            label={texts.trustedAmr}
            hint={texts.trustedHint}
            error={errorOf('trusted_amr', refusal?.fields)}
            rule={fields.trusted_amr}
            sent={input.trusted_amr}
            value={form.amr}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => change({ amr: event.target.value })}
          />
          <TextField
            label={texts.trustedAcr}
            error={errorOf('trusted_acr', refusal?.fields)}
            rule={fields.trusted_acr}
            sent={input.trusted_acr}
            value={form.acr}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => change({ acr: event.target.value })}
          />
          <label className={css.check}>
            <Choice
              type="checkbox"
              aria-label={texts.trustEmail}
              aria-description={texts.trustEmailHint}
              checked={form.trustsEmail}
              onChange={(event) => change({ trustsEmail: event.target.checked })}
            />
            <span>
              {texts.trustEmail}
              <small>{texts.trustEmailHint}</small>
            </span>
          </label>
        </>
      )}
    </FormDialog>
  );
}

/** Returns the refusals of a list and its items, such as `domains.1`. */
function errorOf(field: string, refused: Record<string, string> = {}): string | undefined {
  const found = Object.entries(refused).filter(([name]) => name === field || name.startsWith(`${field}.`));
  return found.length === 0 ? undefined : found.map(([, sentence]) => sentence).join(' ');
}
