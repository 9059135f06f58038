/** Settings of tests: the defaults, and a web page to which links of mails lead. */
import { defaultSettings, type Settings } from '@innkeeper/model/settings';

export const labSettings: Settings = { ...defaultSettings, signUpUrl: 'https://www.example.com/' };
