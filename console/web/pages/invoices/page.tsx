import type { Invoice } from '@innkeeper/sdk/index';
import { useEffect, useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { saveFile } from '../../data/download.ts';
import { usePages } from '../../data/pages.ts';
import { queryClient } from '../../data/query.ts';
import { useMe } from '../../data/session.ts';
import { Card } from '../../parts/box.tsx';
import { setTitle } from '../../parts/brand.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/field.tsx';
import { formatMoney } from '../../parts/format.ts';
import { Row, Rows } from '../../parts/rows.tsx';
import { Time } from '../../parts/time.tsx';
import { Link } from '../../router/router.tsx';
import { fields } from '../../rules/fields/downloadInvoices.gen.ts';
import { BillingTabs } from '../../shared/billing-tabs.tsx';
import { ButtonLink } from '../../shared/button-link.tsx';
import { CallDetails } from '../../shared/call.tsx';
import { Empty } from '../../shared/empty.tsx';
import { InvoiceButtons } from '../../shared/invoice-buttons.tsx';
import { INVOICE_TYPES, texts as invoicesTexts } from '../../shared/invoices-texts.ts';
import { LoadMore } from '../../shared/load-more.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { invoicesQuery } from './data.ts';
import css from './page.module.css';
import { texts } from './texts.ts';

export const path = '/invoices';
export const load = () => queryClient.prefetchInfiniteQuery(invoicesQuery);

/** Order that the empty page shows as a command. */
const EXAMPLE = { name: 'first', plan: 'nano', image_id: 1 };

/** Maximum number of invoices in a ZIP file. */
const MAX_CHOSEN = fields.ids.maxItems;

/** Lists the invoices, and downloads them one by one or together. */
export function Page() {
  const list = usePages(invoicesQuery, { awaited: true });
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => setTitle(texts.title), []);
  const choose = (ids: readonly number[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) {
      if (isChosen) next.add(id);
      else next.delete(id);
    }
    setChosen(next);
  };
  return (
    <div className={css.page}>
      <h1>{texts.title}</h1>
      <BillingTabs />
      <Card title={texts.all}>
        {list.total === 0 && (
          <Empty sentence={texts.empty} call={{ operation: 'deployServer', input: EXAMPLE }}>
            <ButtonLink to="/deploy" icon="plus" kind="main">
              {texts.deploy}
            </ButtonLink>
          </Empty>
        )}
        <Rows label={texts.title}>
          {list.items.map((invoice) => (
            <InvoiceRow
              key={invoice.id}
              invoice={invoice}
              isChosen={chosen.has(invoice.id)}
              onChoose={(isChosen) => choose([invoice.id], isChosen)}
            />
          ))}
        </Rows>
        <LoadMore list={list}>{texts.more}</LoadMore>
        {list.items.length > 0 && (
          <BatchDownload
            ids={[...chosen]}
            all={list.items}
            onChooseAll={(isChosen) =>
              choose(
                list.items.map(({ id }) => id),
                isChosen,
              )
            }
          />
        )}
      </Card>
    </div>
  );
}

function InvoiceRow({
  invoice,
  isChosen,
  onChoose,
}: {
  invoice: Invoice;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}) {
  const { installation } = useMe();
  const { invoice_number: number, type, order_ids, amount, amount_with_vat, created_at } = invoice;
  return (
    <Row
      lead={
        <Choice
          type="checkbox"
          aria-label={texts.choose(number)}
          checked={isChosen}
          onChange={(event) => onChoose(event.target.checked)}
        />
      }
      name={invoicesTexts.number(INVOICE_TYPES[type], number)}
      below={
        <>
          {order_ids.map((id, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Link className="link" to={`/orders/${id}`}>
                {texts.order(id)}
              </Link>
            </span>
          ))}
          {amount !== amount_with_vat && `, ${texts.net(formatMoney(amount, installation.currency))}`}
        </>
      }
      amount={formatMoney(amount_with_vat, installation.currency)}
      time={<Time at={created_at} />}
      acts={<InvoiceButtons invoice={invoice} />}
    />
  );
}

/** Shows the bar that chooses all invoices, and downloads the chosen ones as one ZIP file. */
function BatchDownload({
  ids,
  all,
  onChooseAll,
}: {
  ids: readonly number[];
  all: readonly Invoice[];
  onChooseAll: (isChosen: boolean) => void;
}) {
  const act = useAct((input: { ids: number[] }, options) => client.downloadInvoices(input, options));
  const download = async () => {
    const file = await act.run({ ids: [...ids] });
    if (file !== undefined) saveFile(file, 'invoices.zip');
  };
  const isAll = all.every(({ id }) => ids.includes(id));
  return (
    <div className={css.foot}>
      <label>
        <Choice type="checkbox" checked={isAll} onChange={(event) => onChooseAll(event.target.checked)} />
        {texts.chooseAll}
      </label>
      <span className="gap" />
      <RefusalNote refusal={act.refusal} />
      {ids.length > 0 && (
        <>
          <CallDetails call={{ operation: 'downloadInvoices', input: { ids } }} />
          <Button
            icon="download"
            busy={act.isRunning}
            refusal={ids.length > MAX_CHOSEN ? texts.tooMany(MAX_CHOSEN) : undefined}
            onPress={() => void download()}
          >
            {texts.downloadMany(ids.length)}
          </Button>
        </>
      )}
    </div>
  );
}
