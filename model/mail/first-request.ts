import type { MailData } from './templates.ts';

/** Returns whether a request to pay is the first one about its order, so that it thanks for the order. */
export const isFirstRequest = ({ reduced, replaced, isFirst }: MailData['order-waiting']): boolean =>
  isFirst === true || !(reduced === true || replaced === true);
