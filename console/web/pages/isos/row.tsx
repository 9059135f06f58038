import type { Iso } from '@innkeeper/sdk/index';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { isosQuery } from '../../data/isos.ts';
import { findOperationOf, useOperation, useUnfinished } from '../../data/operations.ts';
import { queryClient } from '../../data/query.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { Button } from '../../parts/button.tsx';
import { formatBytes } from '../../parts/format-bytes.ts';
import { Name } from '../../parts/name.tsx';
import { State, ThinBar, type Tone } from '../../parts/state.tsx';
import { useNow } from '../../parts/time.tsx';
import { describeTimeLeft } from '../../parts/time-left.ts';
import { Link } from '../../router/router.tsx';
import { Cell } from '../../shared/listing.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { MAX_NAMES } from './holders.ts';
import css from './page.module.css';
import { texts } from './texts.ts';

const TONES: Record<Iso['status'], Tone> = { downloading: 'busy', ready: 'ok', failed: 'bad' };

/** Shows an ISO. ISOs of the host have no menu. */
export function IsoRow({
  iso,
  isMenuOpen = false,
  onMenu,
}: {
  iso: Iso;
  isMenuOpen?: boolean;
  onMenu?: (anchor: HTMLElement) => void;
}) {
  return (
    <tr>
      <Cell kind="main">
        <Name text={iso.name} />
      </Cell>
      <Cell kind="sub">
        <div className={css.state}>
          <State tone={TONES[iso.status]}>{texts.states[iso.status]}</State>
          {iso.status === 'downloading' && <Progress isoId={iso.id} />}
          {iso.status === 'failed' && <Retry iso={iso} />}
          {iso.error !== null && <span className={css.why}>{iso.error}</span>}
        </div>
      </Cell>
      <Cell kind="side">{iso.size === null ? '' : formatBytes(iso.size)}</Cell>
      <Cell kind="wide">
        {iso.servers.length === 0 ? (
          <span className="faint">{texts.noDrive}</span>
        ) : (
          <span className={css.servers}>
            {iso.servers.slice(0, MAX_NAMES).map(({ id, hostname }) => (
              <Link key={id} to={`/servers/${id}/media`} className="link">
                <Name text={hostname} />
              </Link>
            ))}
            {iso.servers.length > MAX_NAMES && texts.moreServers(iso.servers.length - MAX_NAMES)}
          </span>
        )}
      </Cell>
      {onMenu && (
        <Cell kind="acts">
          <Button icon="ellipsis" kind="bare" label={texts.acts(iso.name)} expanded={isMenuOpen} onPress={onMenu} />
        </Cell>
      )}
    </tr>
  );
}

/** Shows the progress of a download, and its remaining time. */
function Progress({ isoId }: { isoId: number }) {
  const operation = useOperation(findOperationOf(useUnfinished(), 'iso', isoId)?.id);
  const now = useNow(1_000);
  if (operation === undefined) return null;
  const left = describeTimeLeft(operation, now);
  return (
    <>
      <ThinBar percent={operation.percent} label={texts.states.downloading} />
      <small>{operation.percent === null ? left : `${operation.percent} %`}</small>
    </>
  );
}

/** Shows the button that downloads the file again, and then deletes the failed ISO. */
function Retry({ iso }: { iso: Iso }) {
  const refusalOf = useRefusalOfAct();
  const { run, isRunning, refusal } = useAct(async ({ id, name, url, sha256 }: Iso, options) => {
    const added = await client.addIso({ name, url: url ?? '', ...(sha256 === null ? {} : { sha256 }) }, options);
    await client.deleteIso({ id });
    return added;
  });
  const again = async () => {
    await run(iso);
    await queryClient.invalidateQueries({ queryKey: isosQuery.queryKey });
  };
  return (
    <>
      <Button icon="rotate-cw" refusal={refusalOf('addIso')} busy={isRunning} onPress={() => void again()}>
        {texts.retry}
      </Button>
      <RefusalNote refusal={refusal} fields="all" />
    </>
  );
}
