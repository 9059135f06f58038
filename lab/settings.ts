/** Settings of tests: the defaults, a web page to which links of mails lead, and gateways for cards. */
import { defaultSettings, type Settings } from '@innkeeper/model/settings';

export const labSettings: Settings = {
  ...defaultSettings,
  pageUrl: 'https://www.example.com/',
  hasPublicPage: true,
  paymentGateways: ['sandbox', 'stripe'],
};
