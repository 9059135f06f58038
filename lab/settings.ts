/** Settings of tests: the defaults, the web page of links in mails, and gateways for cards. */
import { defaultSettings, type Settings } from '@innkeeper/model/settings/settings';

export const labSettings: Settings = {
  ...defaultSettings,
  pageUrl: 'https://www.example.com/',
  hasPublicPage: true,
  paymentGateways: ['sandbox', 'stripe'],
};
