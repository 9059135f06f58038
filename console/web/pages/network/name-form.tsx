import type { IpAddress } from '@innkeeper/sdk/index';
import { useEffect, useRef } from 'react';
import { useAddressNames } from '../../data/address-names.ts';
import { Button } from '../../parts/button.tsx';
import { NameFields } from '../../shared/address-names.tsx';
import { texts as addressNamesTexts } from '../../shared/address-names-texts.ts';
import { texts } from './address-names-texts.ts';
import css from './page.module.css';

/** Shows the form that changes the names of an address. `unavailable`: reason why a change is currently impossible. */
export function NameForm({ address, unavailable }: { address: IpAddress; unavailable: string | undefined }) {
  const names = useAddressNames(address);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (names.refusal?.kind === 'fields') form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [names.refusal]);
  return (
    <form
      ref={form}
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (unavailable === undefined) void names.save();
      }}
    >
      <NameFields address={address} names={names} />
      {names.ptr !== undefined && (
        <div className={css.buttons}>
          <Button type="submit" kind="main" label={texts.saveOf(address.ip_address)} busy={names.isRunning} refusal={unavailable}>
            {addressNamesTexts.save}
          </Button>
          <Button kind="bare" label={texts.discardOf(address.ip_address)} onPress={names.discard}>
            {texts.discard}
          </Button>
        </div>
      )}
      <p className={names.isSaved ? css.saved : 'visually-hidden'} role="status">
        {names.isSaved ? texts.saved : ''}
      </p>
    </form>
  );
}
