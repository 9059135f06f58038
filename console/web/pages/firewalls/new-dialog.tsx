import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { firewallQuery, firewallsQuery } from '../../data/firewalls.ts';
import { useClientAddress } from '../../data/own-address.ts';
import { queryClient } from '../../data/query.ts';
import { Note } from '../../parts/box.tsx';
import { Choice } from '../../parts/field.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useRouter } from '../../router/router.tsx';
import { fields } from '../../rules/fields/createFirewall.gen.ts';
import { findClosedSsh, TEMPLATE_NAMES, TEMPLATES, type Template } from '../../rules/firewall-rules.ts';
import { texts as firewallsTexts } from '../../shared/firewalls-texts.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

/** Shows the dialog that creates a firewall from templates, and then opens its page. */
export function NewFirewallDialog({ onClose }: { onClose: () => void }) {
  const { navigate } = useRouter();
  const address = useClientAddress();
  const { data: firewalls } = useSuspenseQuery(firewallsQuery);
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly Template[]>(['ssh']);
  const [isDefault, setDefault] = useState(false);
  const input = {
    name: name.trim(),
    rules: TEMPLATE_NAMES.filter((template) => chosen.includes(template)).flatMap((template) => TEMPLATES[template]),
    default: isDefault,
  };
  const closed = findClosedSsh({ rules: input.rules, servers: [] }, firewalls, address);
  return (
    <FormDialog
      title={texts.create}
      operation="createFirewall"
      input={input}
      button={texts.create}
      noteFields={['default', 'rules']}
      onDone={(created) => {
        queryClient.setQueryData(firewallQuery(created.id).queryKey, created);
        return queryClient.invalidateQueries({ queryKey: firewallsQuery.queryKey, exact: true });
      }}
      onClosed={({ id }) => navigate(`/firewalls/${id}`)}
      onClose={onClose}
    >
      {(refusal) => (
        <>
          <p>{texts.createWhat}</p>
          <TextField
            label={texts.name}
            hint={firewallsTexts.nameHint}
            error={refusal?.fields.name}
            rule={fields.name}
            sent={input.name}
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
        </>
      )}
    </FormDialog>
  );
}
