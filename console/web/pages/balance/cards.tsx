import type { PaymentCard } from '@innkeeper/sdk/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { Card } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogActions } from '../../parts/dialog.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { paymentCardsQuery, refetchCards } from './data.ts';
import css from './page.module.css';
import { texts } from './texts.ts';

/** Lists the stored cards with their last digits, and removes them. */
export function StoredCards() {
  const { data: cards } = useSuspenseQuery(paymentCardsQuery);
  const refusal = useRefusalOfAct()('deletePaymentCard');
  const [removed, setRemoved] = useState<PaymentCard>();
  return (
    <section aria-label={texts.cards}>
      <Card title={texts.cards} padded>
        {cards.length === 0 && <p className="soft">{texts.noCards}</p>}
        <ul className={css.cards}>
          {cards.map((card) => (
            <li key={card.id}>
              <div>
                <b>{texts.card(card)}</b>
                <small>{[texts.validTo(card), ...(card.charged ? [texts.charged] : [])].join(', ')}</small>
              </div>
              <Button kind="bare" refusal={refusal} label={texts.removeCard(card)} onPress={() => setRemoved(card)}>
                {texts.remove}
              </Button>
            </li>
          ))}
        </ul>
        {removed && <RemoveDialog card={removed} onClose={() => setRemoved(undefined)} />}
      </Card>
    </section>
  );
}

function RemoveDialog({ card, onClose }: { card: PaymentCard; onClose: () => void }) {
  const { run, isRunning, refusal } = useAct(async (id: number, options) => {
    await client.deletePaymentCard({ id }, options);
    return true;
  });
  const remove = async () => {
    if ((await run(card.id)) === undefined) return;
    await refetchCards();
    onClose();
  };
  return (
    <Dialog
      title={texts.removeCard(card)}
      onClose={onClose}
      onSubmit={() => void remove()}
      actions={
        <DialogActions onCancel={onClose} kind="danger" busy={isRunning}>
          {texts.remove}
        </DialogActions>
      }
    >
      <p>{texts.removeWhat}</p>
      <RefusalNote refusal={refusal} />
    </Dialog>
  );
}
