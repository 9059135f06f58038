import type { IpAddress, Server } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { useRefusalOf } from '../../data/server-acts.ts';
import { useSummary } from '../../data/servers.ts';
import { Card } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { Link } from '../../router/router.tsx';
import { texts as nameTexts } from '../../shared/address-names-texts.ts';
import { AddressHead } from './address-head.tsx';
import { NameForm } from './name-form.tsx';
import css from './page.module.css';
import { PrimaryDialog } from './primary-dialog.tsx';
import { texts } from './texts.ts';

/** Shows the server's own addresses with their names. Floating IPs have a separate card. */
export function Addresses({ server }: { server: Server }) {
  const refusalOf = useRefusalOf();
  const summary = useSummary(server.id) ?? server;
  const [chosen, setChosen] = useState<IpAddress>();
  const own = server.ip_addresses.filter(({ floating_ip }) => floating_ip === null);
  const mayName = refusalOf('updateIpAddress', summary);
  return (
    <Card title={texts.addresses}>
      <ul className={css.rows} aria-label={texts.addresses}>
        {own.length === 0 && <li className="faint">{texts.noAddresses}</li>}
        {own.map((address) => (
          <li key={address.id}>
            <AddressHead address={address}>
              {!address.main && (
                <Button
                  kind="bare"
                  label={texts.makeMainOf(address.ip_address)}
                  refusal={refusalOf('changeServerPrimaryIp', summary)}
                  onPress={() => setChosen(address)}
                >
                  {texts.makeMain}
                </Button>
              )}
            </AddressHead>
            <NameForm address={address} unavailable={mayName} />
          </li>
        ))}
      </ul>
      <p className={css.foot}>
        {nameTexts.what} {texts.moreAddresses}{' '}
        <Link className="link" to={`/servers/${server.id}/billing`}>
          {texts.billing}
        </Link>
        .
      </p>
      {chosen && <PrimaryDialog server={server} address={chosen} onClose={() => setChosen(undefined)} />}
    </Card>
  );
}
