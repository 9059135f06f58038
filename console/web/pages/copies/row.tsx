import { useQuery } from '@tanstack/react-query';
import type { DiskCopy } from '../../data/copies.ts';
import { serverQuery, useSummary } from '../../data/servers.ts';
import { formatAge } from '../../parts/age.ts';
import { Button } from '../../parts/button.tsx';
import { formatDay } from '../../parts/format.ts';
import { Name } from '../../parts/name.tsx';
import { Time, useNow } from '../../parts/time.tsx';
import { Link } from '../../router/router.tsx';
import { texts as copiesTexts } from '../../shared/copies-texts.ts';
import { Cell } from '../../shared/listing.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

/** Days after which copies of a terminated server are deleted, as promised by the API. */
const DAYS_AFTER_END = 30;
const DAY_MS = 86_400_000;

/** Shows a copy in the list of all copies. */
export function CopyRow({
  copy,
  isMenuOpen,
  onMenu,
}: {
  copy: DiskCopy;
  isMenuOpen: boolean;
  onMenu: (anchor: HTMLElement) => void;
}) {
  const now = useNow(60_000);
  const hasServer = useHasServer(copy);
  return (
    <tr>
      <Cell kind="main">
        <Name text={copy.name} />
      </Cell>
      <Cell kind="sub">
        <ServerOfCopy copy={copy} hasServer={hasServer} />
        <small className={`${css.facts} only-phone`}>
          {copiesTexts.kinds[copy.kind]}, {copiesTexts.gb(copy.size)}
        </small>
        {!hasServer && <EndedServer serverId={copy.server_id} />}
      </Cell>
      <Cell kind="wide">{copiesTexts.kinds[copy.kind]}</Cell>
      <Cell kind="wide">{copiesTexts.gb(copy.size)}</Cell>
      <Cell kind="side">
        <Time at={copy.created_at} format={(at) => formatAge(at, now)} />
      </Cell>
      <Cell kind="acts">
        <Button icon="ellipsis" kind="bare" label={copiesTexts.acts(copy.name)} expanded={isMenuOpen} onPress={onMenu} />
      </Cell>
    </tr>
  );
}

/** Returns whether the server of a copy still exists. The list of servers excludes terminated ones. */
export function useHasServer({ server_id }: DiskCopy): boolean {
  const server = useSummary(server_id);
  return server !== undefined && server.status !== 'terminated';
}

function ServerOfCopy({ copy, hasServer }: { copy: DiskCopy; hasServer: boolean }) {
  if (!hasServer) return <Name text={copy.server_hostname} />;
  return (
    <Link to={`/servers/${copy.server_id}/copies`} className="link">
      <Name text={copy.server_hostname} />
    </Link>
  );
}

function EndedServer({ serverId }: { serverId: number }) {
  const { data: server } = useQuery(serverQuery(serverId));
  const endedAt = server?.ended_at ?? null;
  return (
    <small className={css.ended}>
      {endedAt === null ? texts.ended : texts.endedUntil(formatDay(Date.parse(endedAt) + DAYS_AFTER_END * DAY_MS))}
    </small>
  );
}
