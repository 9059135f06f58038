/** The frame of a server's pages: name, state, menu, tabs, running operation. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useKeys } from '../../data/keys.ts';
import { useRefusalOf } from '../../data/server-acts.ts';
import { serverQuery, useSummary } from '../../data/servers.ts';
import { setTitle } from '../../parts/brand.ts';
import { Button } from '../../parts/button.tsx';
import { Copy } from '../../parts/copy.tsx';
import { Name } from '../../parts/name.tsx';
import { describeState } from '../../parts/server-state.ts';
import { Tag } from '../../parts/state.tsx';
import { useIdOfPath, useRouter } from '../../router/router.tsx';
import { ServerMenu } from '../server-menu.tsx';
import { texts } from '../server-texts.ts';
import { OperationCard } from './operation-card.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import css from './server.module.css';
import { ServerTabs } from './tabs.tsx';

export function ServerFrame({ children }: { children: ReactNode }) {
  const id = useIdOfPath();
  const { data: server } = useSuspenseQuery(serverQuery(id));
  const summary = useSummary(id);
  const refusalOf = useRefusalOf();
  const { navigate } = useRouter();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [isRenaming, setRenaming] = useState(false);
  useEffect(() => setTitle(server.hostname), [server.hostname]);
  useKeys({ s: () => navigate(`/servers/${id}/screen`) });
  const shown = summary ?? server;
  const { tone, word } = describeState(shown);
  const hostname = summary?.hostname ?? server.hostname;
  return (
    <>
      <div className={css.head}>
        <h1>
          <Name text={hostname} />
        </h1>
        <span role="status">
          <Tag tone={tone}>{word}</Tag>
        </span>
        <span className="gap" />
        <Button onPress={() => setRenaming(true)} refusal={refusalOf('updateServerHostname', shown)}>
          {texts.rename}
        </Button>
        <Button icon="power" iconAtEnd="chevron-down" expanded={anchor !== undefined} onPress={setAnchor}>
          {texts.power}
        </Button>
      </div>
      <p className={css.under}>
        {server.ip_addresses.slice(0, 2).map(({ id: addressId, ip_address }) => (
          <Copy key={addressId} text={ip_address} />
        ))}
        <span className="faint hide-phone">
          {texts.planOf(server.plan.name, server.plan.vcpus, server.plan.memory, server.actual_disk)}
        </span>
        <span className="faint hide-phone">{server.server_image.name}</span>
      </p>
      <ServerTabs id={id} />
      <OperationCard serverId={id} />
      {children}
      <ServerMenu id={id} anchor={anchor} onClose={() => setAnchor(undefined)} />
      {isRenaming && <RenameDialog server={server} onClose={() => setRenaming(false)} />}
    </>
  );
}
