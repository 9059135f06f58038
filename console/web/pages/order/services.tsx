import type { Order } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { useSummary } from '../../data/servers.ts';
import { Card } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { formatDay } from '../../parts/format.ts';
import { Name } from '../../parts/name.tsx';
import { Row, Rows } from '../../parts/rows.tsx';
import { describeState } from '../../parts/server-state.ts';
import { State } from '../../parts/state.tsx';
import { Link } from '../../router/router.tsx';
import { PeriodDialog } from './period-dialog.tsx';
import { texts } from './texts.ts';

type Line = Order['services'][number];

/** Lists what was ordered, with the state of each server, and changes the period of a renewal. */
export function Services({ order }: { order: Order }) {
  const [changing, setChanging] = useState<Line>();
  const refusal = useRefusalOfAct()('changeRenewalPeriod', order);
  const lines = order.services.filter(({ service_type }) => service_type !== null);
  if (lines.length === 0) return null;
  return (
    <Card title={texts.delivered}>
      <Rows label={texts.delivered}>
        {lines.map((line) => (
          <Row
            key={`${line.service_type} ${line.service_id} ${line.label}`}
            name={<NameOf line={line} />}
            below={describe(line, order)}
            state={line.service_type === 'server' && line.service_id !== null && <StateOfServer id={line.service_id} />}
            acts={
              line.is_period_changeable && (
                <Button refusal={refusal} onPress={() => setChanging(line)}>
                  {texts.changePeriod}
                </Button>
              )
            }
          />
        ))}
      </Rows>
      {changing && <PeriodDialog order={order} line={changing} onClose={() => setChanging(undefined)} />}
    </Card>
  );
}

function NameOf({ line: { label, service_type, service_id } }: { line: Line }) {
  const isKnown = useSummary(service_type === 'server' ? (service_id ?? 0) : 0) !== undefined;
  if (!isKnown) return <Name text={label} />;
  return (
    <Link to={`/servers/${service_id}`}>
      <Name text={label} />
    </Link>
  );
}

function describe({ service_type, sublabel, amount_sublabel, period_from, period_to }: Line, { status }: Order): string {
  const kind =
    service_type === 'server' || service_type === null ? sublabel : `${texts.kinds[service_type] ?? ''} ${sublabel}`.trim();
  if (period_from === null || period_to === null) return [kind, amount_sublabel].filter(Boolean).join(', ');
  const [from, to] = [formatDay(period_from * 1000), formatDay(period_to * 1000)];
  return `${kind}, ${status === 'paid' ? texts.paidFor(from, to) : texts.ordersFor(from, to)}`;
}

function StateOfServer({ id }: { id: number }) {
  const server = useSummary(id);
  if (server === undefined) return null;
  const { tone, word } = describeState(server);
  return <State tone={tone}>{word}</State>;
}
