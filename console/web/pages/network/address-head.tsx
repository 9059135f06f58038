import type { IpAddress } from '@innkeeper/sdk/index';
import type { ReactNode } from 'react';
import { Copy } from '../../parts/copy.tsx';
import { formatDay } from '../../parts/format.ts';
import { Tag } from '../../parts/state.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

/** Shows an address with its facts. `children`: its buttons. */
export function AddressHead({ address, children }: { address: IpAddress; children: ReactNode }) {
  const expiry = address.floating_ip?.expiry_at ?? null;
  return (
    <div className={css.head}>
      <div>
        <Copy text={address.ip_address} />
        {address.main && <Tag tone="ok">{texts.main}</Tag>}
        {address.version === 6 && <Tag>{`/${address.prefix}`}</Tag>}
        {address.ddos_protected && <Tag tone="ok">{texts.protected}</Tag>}
        <small>{texts.gateway(address.gateway)}</small>
        {expiry !== null && <small>{texts.paidUntil(formatDay(expiry))}</small>}
      </div>
      {children}
    </div>
  );
}
