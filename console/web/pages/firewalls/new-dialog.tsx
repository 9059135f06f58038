import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { firewallQuery, firewallsQuery } from '../../data/firewalls.ts';
import { useClientAddress } from '../../data/own-address.ts';
import { queryClient } from '../../data/query.ts';
import { Note } from '../../parts/box.tsx';
import { Dialog, DialogActions } from '../../parts/dialog.tsx';
import { Choice, TextField } from '../../parts/field.tsx';
import { useRouter } from '../../router/router.tsx';
import { findClosedSsh, TEMPLATE_NAMES, TEMPLATES, type Template } from '../../rules/firewall-rules.ts';
import { CallDetails } from '../../shared/call.tsx';
import { texts as firewallsTexts } from '../../shared/firewalls-texts.ts';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

type Input = Parameters<typeof client.createFirewall>[0];

/** Shows the dialog that creates a firewall from templates, and then opens its page. */
export function NewFirewallDialog({ onClose }: { onClose: () => void }) {
  const { navigate } = useRouter();
  const address = useClientAddress();
  const { data: firewalls } = useSuspenseQuery(firewallsQuery);
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly Template[]>(['ssh']);
  const [isDefault, setDefault] = useState(false);
  const { run, isRunning, refusal } = useAct((payload: Input, options) => client.createFirewall(payload, options));
  const input = {
    name: name.trim(),
    rules: TEMPLATE_NAMES.filter((template) => chosen.includes(template)).flatMap((template) => TEMPLATES[template]),
    default: isDefault,
  };
  const closed = findClosedSsh({ rules: input.rules, servers: [] }, firewalls, address);
  const create = async () => {
    const created = await run(input);
    if (created === undefined) return;
    queryClient.setQueryData(firewallQuery(created.id).queryKey, created);
    await queryClient.invalidateQueries({ queryKey: firewallsQuery.queryKey, exact: true });
    onClose();
    navigate(`/firewalls/${created.id}`);
  };
  return (
    <Dialog
      title={texts.create}
      onClose={onClose}
      onSubmit={() => void create()}
      actions={
        <DialogActions onCancel={onClose} busy={isRunning}>
          {texts.create}
        </DialogActions>
      }
    >
      <p>{texts.createWhat}</p>
      <TextField
        label={texts.name}
        hint={firewallsTexts.nameHint}
        error={refusal?.fields.name}
        value={name}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <fieldset className={css.templates}>
        <legend>{texts.allow}</legend>
        {TEMPLATE_NAMES.map((template) => (
          <label key={template}>
            <Choice
              type="checkbox"
              checked={chosen.includes(template)}
              onChange={(event) =>
                setChosen(event.target.checked ? [...chosen, template] : chosen.filter((other) => other !== template))
              }
            />
            {firewallsTexts.templates[template]}
            <span className="faint">{firewallsTexts.templateWhat[template]}</span>
          </label>
        ))}
      </fieldset>
      {closed && address !== null && <Note>{firewallsTexts.closesSshWhenApplied(address)}</Note>}
      <label className={css.choice}>
        <Choice type="checkbox" checked={isDefault} onChange={(event) => setDefault(event.target.checked)} />
        {firewallsTexts.forNewServers}
      </label>
      <RefusalNote refusal={refusal} fields={['default', 'rules']} />
      <CallDetails call={{ operation: 'createFirewall', input }} />
    </Dialog>
  );
}
