import type { Invoice } from '@innkeeper/sdk/index';
import { useAct } from '../data/act.ts';
import { client } from '../data/client.ts';
import { saveFile } from '../data/download.ts';
import { Button } from '../parts/button.tsx';
import { INVOICE_TYPES, texts } from './invoices-texts.ts';
import { showRefusal } from './toast.tsx';

/**
 * Shows the buttons that download an invoice as PDF and as electronic invoice (UBL). `isNamed`: the first button shows the invoice number.
 */
export function InvoiceButtons({ invoice, isNamed = false }: { invoice: Invoice; isNamed?: boolean }) {
  const { id, invoice_number: number, type } = invoice;
  const name = texts.number(INVOICE_TYPES[type], number);
  const pdf = useAct((_input: undefined, options) => client.downloadInvoice({ id }, options), showRefusal);
  const ubl = useAct((_input: undefined, options) => client.downloadInvoiceUbl({ id }, options), showRefusal);
  const savePdf = async () => {
    const file = await pdf.run(undefined);
    if (file !== undefined) saveFile(file, `invoice-${number}.pdf`);
  };
  const saveUbl = async () => {
    const file = await ubl.run(undefined);
    if (file !== undefined) saveFile(file, `invoice-${number}.xml`);
  };
  return (
    <>
      <Button
        icon="download"
        label={isNamed ? texts.namedPdf(name) : texts.downloadPdf(number)}
        busy={pdf.isRunning}
        onPress={() => void savePdf()}
      >
        {isNamed ? name : texts.pdf}
      </Button>
      <Button
        icon="file-text"
        label={texts.downloadUbl(number)}
        busy={ubl.isRunning}
        refusal={type === 'proform' ? texts.noUbl : undefined}
        onPress={() => void saveUbl()}
      >
        {texts.ubl}
      </Button>
    </>
  );
}
