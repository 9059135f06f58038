/** Lists forms that send an operation although nobody fills in a field there, with the reason. Other forms of the operation have rules. */
const LISTED = 'people choose among rows that the API has listed';
const SWITCH = 'people switch one value on or off';
const AGAIN = 'it sends again what another form has sent';

/** Reasons by the file below `console/web`, and by the operation. */
export const FORMS_WITHOUT_FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'pages/isos/row.tsx': { addIso: AGAIN },
  'pages/network/firewalls.tsx': { applyFirewall: LISTED },
  'pages/order/pay-card.tsx': { updateOrder: SWITCH },
  'pages/security/second-factor.tsx': { updateUser: SWITCH },
  'pages/team-sign-in/provider-use.tsx': { putIdentityProvider: AGAIN },
  'shared/pay/pay-box.tsx': { payOrders: LISTED },
};
