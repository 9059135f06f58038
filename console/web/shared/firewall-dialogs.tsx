import type { Firewall } from '@innkeeper/sdk/index';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FIREWALLS_KEY, firewallQuery, firewallsQuery } from '../data/firewalls.ts';
import { queryClient } from '../data/query.ts';
import { Losses } from '../parts/losses.tsx';
import { Name } from '../parts/name.tsx';
import { TextField } from '../parts/text-field.tsx';
import { fields } from '../rules/fields/updateFirewall.gen.ts';
import { CallDialog } from './call.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { type FirewallAct, refusalOfServers } from './firewall-menu.tsx';
import { texts } from './firewalls-texts.ts';
import { FormDialog } from './form-dialog.tsx';

/** Shows the dialog of a firewall. `onDeleted` is called before the list is refetched. */
export function FirewallDialog({
  act,
  firewall,
  onDeleted,
  onClose,
}: {
  act: FirewallAct;
  firewall: Firewall;
  onDeleted?: () => void;
  onClose: () => void;
}) {
  const { id, name, rules, servers } = firewall;
  if (act === 'rename') return <RenameDialog firewall={firewall} onClose={onClose} />;
  if (act === 'delete') return <DeleteFirewallDialog firewall={firewall} onDeleted={onDeleted} onClose={onClose} />;
  const serverIds = { id, server_ids: servers.length === 0 ? [1] : servers.map((server) => server.id) };
  return (
    <CallDialog
      calls={[
        { operation: 'updateFirewall', input: { id, name } },
        { operation: 'setFirewallRules', input: { id, rules } },
        { operation: 'applyFirewall', input: serverIds },
        { operation: 'removeFirewall', input: serverIds },
        { operation: 'deleteFirewall', input: { id } },
      ]}
      onClose={onClose}
    />
  );
}

function RenameDialog({ firewall, onClose }: { firewall: Firewall; onClose: () => void }) {
  const [name, setName] = useState(firewall.name);
  const input = { id: firewall.id, name: name.trim() };
  return (
    <FormDialog
      title={
        <>
          {texts.rename}: <Name text={firewall.name} />
        </>
      }
      operation="updateFirewall"
      input={input}
      button={texts.save}
      refusal={input.name === firewall.name ? texts.unchanged : undefined}
      onDone={() => queryClient.invalidateQueries({ queryKey: [FIREWALLS_KEY] })}
      onClose={onClose}
    >
      {(refusal) => (
        <TextField
          label={texts.newName}
          hint={texts.nameHint}
          error={refusal?.fields.name}
          rule={fields.name}
          sent={input.name}
          value={name}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      )}
    </FormDialog>
  );
}

function DeleteFirewallDialog({
  firewall,
  onDeleted,
  onClose,
}: {
  firewall: Firewall;
  onDeleted: (() => void) | undefined;
  onClose: () => void;
}) {
  // A server may have got the firewall since the list was read.
  const { data: current = firewall } = useQuery({ ...firewallQuery(firewall.id), staleTime: 0 });
  return (
    <DeleteDialog
      title={texts.deleteTitle}
      name={firewall.name}
      operation="deleteFirewall"
      id={firewall.id}
      // The entry of the deleted firewall must not be refetched.
      lists={{ queryKey: firewallsQuery.queryKey, exact: true }}
      refusal={refusalOfServers(current)}
      {...(onDeleted && { onDeleted })}
      onClose={onClose}
    >
      <Losses rows={[['shield', texts.deleteLoss(current.rules.length)]]} />
      <p>{texts.deleteNoServer}</p>
    </DeleteDialog>
  );
}
