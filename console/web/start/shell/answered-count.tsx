import { useQuery } from '@tanstack/react-query';
import { answeredTicketsQuery, MAX_ANSWERED } from '../../data/answered-tickets.ts';
import { texts } from '../../texts/en/shell.ts';
import css from './shell.module.css';

/** Counts the tickets that the support has answered. Nothing is shown while there are none. */
export function AnsweredCount() {
  const { data: tickets = [] } = useQuery(answeredTicketsQuery);
  if (tickets.length === 0) return null;
  const count = tickets.length < MAX_ANSWERED ? String(tickets.length) : `${MAX_ANSWERED}+`;
  return (
    <span className={css.badge}>
      {count}
      <span className="visually-hidden"> {texts.answered}</span>
    </span>
  );
}
