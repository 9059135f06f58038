import type { PaymentCard } from '@innkeeper/sdk/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { Card } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { FormDialog } from '../../shared/form-dialog.tsx';
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
  return (
    <FormDialog
      title={texts.removeCard(card)}
      operation="deletePaymentCard"
      input={{ id: card.id }}
      shown={null}
      button={texts.remove}
      kind="danger"
      onDone={refetchCards}
      onClose={onClose}
    >
      <p>{texts.removeWhat}</p>
    </FormDialog>
  );
}
