import { vatNumbersConformance } from '../conformance.ts';
import { OfflineVatNumbers } from './driver.ts';

vatNumbersConformance('offline', async () => ({ port: new OfflineVatNumbers(), makeUnavailable: null, close: async () => {} }));
