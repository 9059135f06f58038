import type { FloatingIp } from '@innkeeper/sdk/index';
import { useAddressNames } from '../../data/address-names.ts';
import { useFloatingIpRefusal } from '../../data/floating-ip-acts.ts';
import { FormFrame } from '../../parts/form-frame.tsx';
import { NameFields } from '../../shared/address-names.tsx';
import { texts as addressNamesTexts } from '../../shared/address-names-texts.ts';
import { texts } from './address-names-texts.ts';
import { textOf } from './row.tsx';

/** Shows the dialog that edits the names of a floating IP's addresses, whether or not the floating IP is attached. */
export function NamesDialog({ floatingIp, onClose }: { floatingIp: FloatingIp; onClose: () => void }) {
  const names = useAddressNames(floatingIp.ip_address);
  const refusal =
    useFloatingIpRefusal()('updateIpAddress', floatingIp) ?? (names.ptr === undefined ? texts.unchanged : undefined);
  const save = async () => {
    if (await names.save()) onClose();
  };
  return (
    <FormFrame
      title={`${texts.title} ${textOf(floatingIp)}`}
      button={addressNamesTexts.save}
      refusal={refusal}
      busy={names.isRunning}
      onSend={() => void save()}
      onClose={onClose}
    >
      <p>{addressNamesTexts.what}</p>
      <NameFields address={floatingIp.ip_address} names={names} />
    </FormFrame>
  );
}
