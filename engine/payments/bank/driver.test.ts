import { gatewayConformance } from '../conformance.ts';
import { BankGateway } from './driver.ts';

gatewayConformance(
  'bank',
  async () => ({
    gateway: new BankGateway(),
    amounts: { pays: 10_00n },
    pay: async () => {},
    card: null,
    countTaken: async () => 0,
    close: async () => {},
  }),
  { hostedCheckout: false, savedCards: false, refunds: false },
);
