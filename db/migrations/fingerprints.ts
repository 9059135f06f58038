/** The schemas of homes from before the table `schema_digests`, by their fingerprints (db/fingerprint.ts). The lists never change. */

/** Fingerprint of the schema after each migration. */
export const FINGERPRINTS: Readonly<Record<string, string>> = {
  '20261121T1500-start': 'bf2cdaaf206ab1284af0d1f733a6afee8835886cc42d407e7cb3146eae8f784d',
  '20261127T0100-recovering': '88bdc40a5b3d0afaa0b69ecfeac1bd28bf94e384379182f7edff8b8027447441',
  '20261127T0110-alert-notices': '8b79f3dffc46cca13ab24e059fbd2fc1a573809e8bfc8839260ee13e0876bc52',
  '20261127T0130-fences': '12931e3da113a10ca64c8ab76b9bf72a6ac758828320b597acf7abd0f1ebdeaf',
  '20261127T0800-comments': '12931e3da113a10ca64c8ab76b9bf72a6ac758828320b597acf7abd0f1ebdeaf',
  '20261128T1000-bank-references': '19e4cf1cd84141baa85e2947e893b701ba5deb3b42540058e41c2867d0713c18',
  '20261128T1101-outcomes-of-mail': '78413c8e744f783d75a868249fa37d584536e0fc72d87688496a7f9c7ace0771',
  '20261128T1102-complaint-facts': '88ccbc550c24b79aea9f11c53262b2837b337f463167134b14ac84f91915b016',
  '20261128T1200-card-consent': 'aa47f59f092b0068497869107eda8e3c6258a9fa2c56779d9f03cb9ebd49d0ac',
  '20261128T1300-made-by-tokens': 'b988441231b5eb71a0538ac1003f2f1bfb9f62f1ab83c1e298055bf57c52e010',
  '20261128T1400-ascii-domains': 'b988441231b5eb71a0538ac1003f2f1bfb9f62f1ab83c1e298055bf57c52e010',
  '20261128T1441-tax-of-postal-codes': '229e7661986391cac792179a15c959d8e2a09b7750c6d3863ad744e3493e50a5',
  '20261128T1442-time-zone-of-the-seller': 'dac86f8c81c8b3f2e5e16237452beeeb569636e076b2bc6b2a6946229f9786a8',
  '20261128T1450-trusted-addresses': '6e7c5a801e3c8cafcb0ffe414a32ed8a14db55393a341b3e067ad128491ad93c',
  '20261128T1451-enabling-sessions': 'ffd37ed7affcab589984925c36b7236b9b1938e943a847886cd2044dffcee660',
};

/** Commit that starts a home of an earlier, unreleased schema. Such a home is refused. Keys are fingerprints. */
export const UNRELEASED: Readonly<Record<string, string>> = {
  '3515493bb4214ad080aadefb3ee51608548cb9794735ffbe90d6f5838515d43d': 'ce2b3f0f',
  '18dcbf60605aaabcea69112732d8dc2ef3cbd1b469ec361ef6a13ad5ddd31752': '0301e9fd',
  '800b00e71bc7fcfb0f7109128824a08a0f1a0a3dcc710eae6e36374161170e12': 'fbe57473',
  a0aaa4ed97a127469d5a6099bb5962b414d50ac70a6b475061c8de55167d16d6: '670e0479',
};
