import type { IpAddress } from '@innkeeper/sdk/index';
import { useState } from 'react';
import type { AddressNames } from '../data/address-names.ts';
import { MAX_NAMES } from '../data/name-changes.ts';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/text-field.tsx';
import { fields } from '../rules/fields/updateIpAddress.gen.ts';
import css from './address-names.module.css';
import { texts } from './address-names-texts.ts';
import { CallDetails } from './call.tsx';
import { RefusalNote } from './refusal-note.tsx';

const [NAME] = fields.ptr.anyOf;

/** Shows the names of an address as fields. An IPv6 network has up to 100. The caller provides the surrounding form and its buttons. */
export function NameFields({ address, names }: { address: IpAddress; names: AddressNames }) {
  const isNetwork = address.version === 6;
  return (
    <div className={css.names}>
      <div className={css.fields} inert={names.isRunning || names.isUnknown}>
        {names.rows.map((row) => (
          <TextField
            key={row.address}
            label={texts.nameOf(row.address)}
            error={row.error}
            rule={NAME}
            sent={row.name.trim() || undefined}
            value={row.name}
            placeholder={texts.placeholder}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={(event) => names.change(row.address, event.target.value)}
          />
        ))}
        {isNetwork && <NewName address={address} names={names} />}
      </div>
      <RefusalNote refusal={names.refusal} fields={isNetwork ? ['ptr'] : []} />
      {names.ptr !== undefined && (
        <CallDetails call={{ operation: 'updateIpAddress', input: { id: address.id, ptr: names.ptr } }} />
      )}
    </div>
  );
}

/** Shows the field that adds an address of the network to the names. The API validates the address when the names are saved. */
function NewName({ address, names }: { address: IpAddress; names: AddressNames }) {
  const [text, setText] = useState('');
  const count = names.rows.length;
  const isFull = count >= MAX_NAMES;
  const typed = text.trim();
  const refusal = isFull ? texts.full(MAX_NAMES) : typed === '' ? texts.addressFirst : undefined;
  const add = () => {
    if (refusal !== undefined) return;
    if (!names.rows.some((row) => row.address === typed)) names.change(typed, '');
    setText('');
  };
  return (
    <div className={css.add}>
      <TextField
        label={texts.newAddress(`${address.ip_address}/${address.prefix}`)}
        hint={texts.count(count, MAX_NAMES)}
        rule="unsent"
        value={text}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        // Enter adds the address, instead of submitting the form.
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <Button icon="plus" refusal={refusal} onPress={add}>
        {texts.add}
      </Button>
    </div>
  );
}
