import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { unpaidOrdersQuery } from '../../data/billing.ts';
import { prefetchServer, serverQuery, serverStatusQuery, useSummary } from '../../data/servers.ts';
import { useMe } from '../../data/session.ts';
import { Card, Facts, Note } from '../../parts/box.tsx';
import { Copy } from '../../parts/copy.tsx';
import { formatLongDay, formatMoney } from '../../parts/format.ts';
import { Name } from '../../parts/name.tsx';
import { Tag } from '../../parts/state.tsx';
import { Time } from '../../parts/time.tsx';
import type { Params } from '../../router/match.ts';
import { Link, useIdOfPath } from '../../router/router.tsx';
import { ProtectionOffer } from '../../shared/protection-offer.tsx';
import { ServerFrame } from '../../shared/server/frame.tsx';
import { ServerSsh } from '../../shared/server/ssh.tsx';
import { texts as serverTexts } from '../../shared/server-texts.ts';
import css from './page.module.css';
import { texts } from './texts.ts';

export const path = '/servers/:id';
export const load = ({ id }: Params) => prefetchServer(id, { withStatus: true });

const CpuPlot = lazy(async () => ({ default: (await import('./cpu-plot.tsx')).CpuPlot }));

/** Shows the first page of a server: login, paid period, traffic, addresses, load. */
export function Page() {
  const id = useIdOfPath();
  const { data: server } = useSuspenseQuery(serverQuery(id));
  const { data: status } = useQuery({ ...serverStatusQuery(id), enabled: server.status === 'active' });
  const { data: orders } = useQuery({ ...unpaidOrdersQuery(id, []), enabled: server.status === 'awaiting_payment' });
  const order = orders?.[0];
  const summary = useSummary(id);
  const { installation } = useMe();
  const money = (amount: number | string) => formatMoney(amount, installation.currency);
  const reason = server.status_reason;
  return (
    <ServerFrame>
      <div className={css.notes}>
        {server.status === 'awaiting_payment' && (
          <Note tone="busy" icon="coins">
            {order === undefined || order.due_at === null
              ? texts.awaitingPlain
              : texts.awaiting(money(order.amount_with_vat), formatLongDay(order.due_at))}{' '}
            {order !== undefined && (
              <Link className={css.pay} to={`/orders/${order.id}`}>
                {texts.pay(money(order.amount_with_vat))}
              </Link>
            )}
          </Note>
        )}
        {reason !== null && <Note tone="bad">{reason}</Note>}
        {summary?.under_attack && (
          <Note tone="bad" icon="shield-alert">
            <span className={css.attack}>
              {texts.attack(summary.attack_filtered === true)}
              {summary.attack_filtered === false && <ProtectionOffer />}
            </span>
          </Note>
        )}
        {server.cancel_request !== null && <Note>{texts.cancelled}</Note>}
      </div>
      <div className={css.cols}>
        <div className={css.stack}>
          <Card title={texts.usage}>
            <Suspense fallback={<p className={css.empty}>{texts.usageEmpty}</p>}>
              <CpuPlot id={id} />
            </Suspense>
          </Card>
          <Card title={texts.facts} padded>
            <Facts
              rows={[
                [texts.plan, serverTexts.planOf(server.plan.name, server.plan.vcpus, server.plan.memory, server.actual_disk)],
                [texts.image, server.server_image.name],
                [texts.created, <Time key="created" at={server.created_at} format={formatLongDay} />],
                [texts.id, String(server.id)],
              ]}
            />
          </Card>
        </div>
        <div className={css.stack}>
          <Card title={texts.login} padded side={<span className="faint">{texts.keys(server.ssh_keys.length)}</span>}>
            <ServerSsh server={server} />
          </Card>
          <Card title={server.expiry_at === null ? texts.notPaid : texts.paidUntil(formatLongDay(server.expiry_at))} padded>
            <Facts
              rows={[
                [texts.renewal, server.auto_renew ? texts.automatic(server.billing_cycle) : texts.manual],
                [
                  texts.nextAmount,
                  <span key="amount">
                    {money(server.renew_amount)}{' '}
                    <span className="faint">{texts.withVat(money(server.renew_amount_with_vat))}</span>
                  </span>,
                ],
                [texts.traffic, status && <Share key="traffic" {...status.bandwidth} />],
                [texts.disk, status && texts.diskOf(round(status.disk.used), round(status.disk.limit))],
              ]}
            />
          </Card>
          <Card
            title={texts.addresses}
            side={
              <Link className="link" to={`/servers/${id}/network`}>
                {texts.network}
              </Link>
            }
          >
            <ul className={css.addresses}>
              {server.ip_addresses.map((address) => (
                <li key={address.id}>
                  <Copy text={address.ip_address} />
                  {address.main && <Tag>{texts.main}</Tag>}
                  {address.floating_ip !== null && <Tag>{texts.floating}</Tag>}
                  {address.version === 6 && <Tag>{`/${address.prefix}`}</Tag>}
                  <small>{address.ptr[0] === undefined ? texts.noName : <Name text={address.ptr[0].name} />}</small>
                </li>
              ))}
            </ul>
          </Card>
        </div>
      </div>
    </ServerFrame>
  );
}

const round = (amount: number): string => String(Math.round(amount * 10) / 10);

function Share({ used, limit }: { used: number; limit: number }) {
  if (limit === 0) return <>{texts.trafficFree(round(used))}</>;
  const sentence = texts.trafficOf(round(used), round(limit));
  return (
    <>
      {sentence}
      <progress className={css.meter} max={limit} value={used} aria-label={sentence} />
    </>
  );
}
