/** The digests of all migrations in order. A home states those that it ran in the table `schema_digests`. */
import { createHash } from 'node:crypto';

/** SHA-256 of the statements of each migration, without comments and spacing. A new migration adds its line. Existing lines never change. */
export const DIGESTS: Readonly<Record<string, string>> = {
  '20261121T1500-start': '55c6858bcf882776596aa25d8b15001d3e7f4863557021de58e40680182c71f7',
  '20261127T0100-recovering': '25214b1de3f1892539c6cda5d8fef49df31d86093631764b17eb2f6797c81d21',
  '20261127T0110-alert-notices': '98902c7efd053ea7e01c6741dd6e07800245dfcea58736e353c3e04bb8ff8572',
  '20261127T0130-fences': '6725afa287430707518541b2d4b686f86ede810ca58aa0e2e1e72e023f625ae3',
  '20261127T0800-comments': '7868d7c5a64652206ed823ce32961a0b83789942d6e11ca935f1b52e368dd0c9',
  '20261128T1000-bank-references': 'a129ac8698d1b2cebcacb84bb1f191f1b5865c9df5db9f14def6a24bf33881ec',
  '20261128T1101-outcomes-of-mail': 'bd5955a53e91f84ea52af54cb680daa17c42fb2687f612f27a95212f3c9e9734',
  '20261128T1102-complaint-facts': '5ea7bb76f44002e0aa60d6c965849eed81f89873a067acbc4356a2277ce0ec6e',
  '20261128T1200-card-consent': '3626af7cf0307b3cb4a54da7b95a2db8c2caa04b031a7bc5e1dbaa04b856a504',
  '20261128T1300-made-by-tokens': '06fd6620216c1f7a668b96229c5fbde77a1a1da5ffe6622958155744992b934f',
  '20261128T1400-ascii-domains': '7557ab613cd0d24ce83add1611b0e9fb3dbfd5658510f181f8ef84aae169a42f',
  '20261128T1441-tax-of-postal-codes': '78bdc79bf6f774fde5d728f5cbe40c3edeece7952d9dcc865764a26f7d13ef45',
  '20261128T1442-time-zone-of-the-seller': '86b208b1fa06f2bddf99a811ab5a047a9d958dbf8cbc42122697beb121fe760d',
  '20261128T1450-trusted-addresses': 'a49761578fd8a683bffcb76c85d9f0bbd1f2e514c27a204438b06c06d63fd1c4',
  '20261128T1451-enabling-sessions': 'd4aa64b02698541a190ba2c262fd49fb81cffa73b01b0ac28965a79ccf897ff0',
  '20261128T1710-schema-digests': '8ba43bfd35e216644ccc88efe6f561bb7472bdbe2407333fb252b6086eec27b7',
  '20261128T1730-image-files': 'd2f5fedcc47bb8ba0f1de352426fced1b2b42bb18a9963a13b637fa6096a065f',
  '20261128T2125-lists-without-counts': 'd5b11da84c68ed1dc7f8c3765117170e4b2282a435a7d3a2eb6b349ca66b7a2a',
  '20261128T2140-audit-log-without-counts': '55f39f5add7f04e58e2af65f00f1d9dd6a1abdc2c14cec9a105e2cbbee1a0111',
  '20261128T2155-searches-without-cached-names': '50b8e9a68c785eabfe5803696a1e7e85e69379ba32c9f5e982f5d417f3dc01cd',
  '20261129T0300-servers-without-cached-rows': '238edb804b1c53058da76b71743278312f4d90a683628a2fefe3cce61b77842e',
  '20261129T0730-payments-being-closed': '3532c5b5791c0b1555165c233df8fd01dfe3cf9a9ab09c85d7454a85f8ba0f26',
  '20261129T0800-refunds-by-hand': '4d06808d371638697906c79875a5d46e3125465c32c973fb3b6f120a845799ff',
  '20261129T0810-approvals-by-role': 'd903fc9a75afaba879f1cc22d22b28a7b24928b01043ddabdb1225fbbd54192a',
  '20261129T0820-refunds-of-orders': '8d598add97047371b7d8540cf99424cd41285a4d85e56f69a36c7477fa1342e8',
  '20261129T1030-mails-due': '381209964f25e723daeeb35ac38fa0b1f795298b07a746f61869595aa903c0d0',
  '20261129T1045-service-ends': 'ba966e7f3b0cbcadb6c49cad5035ea85634bd0dbe5c80600e890db26ef9c1174',
  '20261129T1400-secret-key-digest': 'f325ceeb5a93a153b8de5e189bfb3d1bdc3e3fdf34ddd44b4005f041eda1638a',
  '20261129T1900-node-links': '9df8f987033b6bb381ef61f13788feef8750972663ba2dedacec1193aaceef8e',
  '20261129T1910-user-data-kinds': '62a3a82d3ff310c6c001ab39ccd6e43df917df35f473dec6d1841d101d1eb51b',
  '20261129T1920-image-reports': '49e90b0d0d575d8b36238a6bae305cb8a83f670b77bffaf024b0ce79ffc1030e',
  '20261129T2130-queued-proforms': 'a1fc310bdfee46fc74b138b37b0f5c15359df4b58443af29028de5bfba37cc13',
  '20261129T2140-void-approvals': 'e27746e4d11006a23fb668797a5744e995749b81ffb52d2b924eb335c334b57c',
  '20261130T0110-live-drains': '86b82d71b719718584d708e62a5bf152d046cc37d9186ddc2dfda978135f0945',
  '20261130T0500-returned-credits': '5bc3b06a294ceaf436bcbedb78f59a053ecbc64fde1e45dd6d66e41edaf08d13',
  '20261130T0915-needless-credits': '431533a570d3b3048474d9546dc44219d0a053e4f765d0e5c2f43bd189a12233',
  '20261130T1210-approval-expiries': '39e929d6986c9cffaa2d4ebe8c4c8a9f30cae0bd2e06ff0926ca87c12e27ec01',
};

/** Digest of the whole schema, which `state.json` of a home repeats. */
export const SCHEMA_DIGEST: string = createHash('sha256').update(JSON.stringify(DIGESTS)).digest('hex');
