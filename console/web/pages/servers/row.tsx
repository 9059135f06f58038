// biome-ignore-all lint/a11y/useSemanticElements: rows of a window are placed by a transform, which rows of a table do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: the controls inside of the cells have the focus
import { memo } from 'react';
import { findOperationOfServer, useOperation, useUnfinished } from '../../data/operations.ts';
import { useSummary } from '../../data/servers.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/field.tsx';
import { formatAmount } from '../../parts/format.ts';
import { Name } from '../../parts/name.tsx';
import { describeState } from '../../parts/server-state.ts';
import { STATE_WORDS } from '../../parts/servers-texts.ts';
import { State, Tag, ThinBar } from '../../parts/state.tsx';
import { Time, useNow } from '../../parts/time.tsx';
import { describeTimeLeft } from '../../parts/time-left.ts';
import { Link } from '../../router/router.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

export interface RowProps {
  id: number;
  index: number;
  top: number;
  isChosen: boolean;
  isCurrent: boolean;
  isMenuOpen: boolean;
  onChoose: (id: number, isChosen: boolean) => void;
  onMenu: (id: number, anchor: HTMLElement) => void;
}

/** Shows a server in the list. The row renders again only with its own events. */
export const ServerRow = memo(function ServerRow({
  id,
  index,
  top,
  isChosen,
  isCurrent,
  isMenuOpen,
  onChoose,
  onMenu,
}: RowProps) {
  const server = useSummary(id);
  if (server === undefined) return null;
  const { tone, word } = describeState(server);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      data-current={isCurrent || undefined}
      data-id={id}
      className={css.row}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span role="gridcell" className={css.check}>
        <Choice
          type="checkbox"
          aria-label={texts.choose(server.hostname)}
          checked={isChosen}
          onChange={(event) => onChoose(id, event.target.checked)}
        />
      </span>
      <span role="gridcell" className={`${css.cell} ${css.name}`}>
        <Link to={`/servers/${id}`}>
          <Name text={server.hostname} />
        </Link>
        <span className={css.sub}>{server.image}</span>
      </span>
      <span role="gridcell" className={`${css.cell} ${css.state}`}>
        <State tone={tone}>{word}</State>
        {server.lock_reason !== null && <Progress serverId={id} />}
        {server.under_attack && <Tag tone="bad">{STATE_WORDS.underAttack}</Tag>}
        {server.cancelled && <span className={css.sub}>{STATE_WORDS.cancelled}</span>}
      </span>
      <span role="gridcell" className={`${css.cell} ${css.address}`}>
        {server.main_ip}
      </span>
      <span role="gridcell" className={`${css.cell} ${css.wide}`}>
        {server.plan}
      </span>
      <span role="gridcell" className={`${css.cell} ${css.wide}`}>
        {server.expiry_at !== null && <Time at={server.expiry_at} />}
      </span>
      <span role="gridcell" className={`${css.cell} ${css.wide} ${css.end}`}>
        {formatAmount(Number(server.renew_amount) / server.billing_cycle)}
      </span>
      <span role="gridcell" className={css.more}>
        <Button
          icon="ellipsis"
          kind="bare"
          label={texts.acts(server.hostname)}
          expanded={isMenuOpen}
          onPress={(button) => onMenu(id, button)}
        />
      </span>
    </div>
  );
});

/** Shows the progress of the operation that locks the server, and its remaining time. */
function Progress({ serverId }: { serverId: number }) {
  const unfinished = findOperationOfServer(useUnfinished(), serverId);
  const operation = useOperation(unfinished?.id);
  const now = useNow(1_000);
  if (operation === undefined) return null;
  return (
    <>
      <ThinBar percent={operation.percent} label={describeTimeLeft(operation, now)} />
      <span className={css.sub}>{describeTimeLeft(operation, now)}</span>
    </>
  );
}
