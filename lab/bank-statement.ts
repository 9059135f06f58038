/** Bank statements as CAMT.053 for tests. */
export interface GivenStatement {
  id: string;
  /** Date such as `2026-03-02`. */
  bookedOn?: string;
  credits: readonly GivenCredit[];
}

export interface GivenCredit {
  amount: string;
  text: string;
  /** Date such as `2026-03-02`. Default: the date of the statement. */
  bookedOn?: string;
  /** Reference of the bank. */
  reference?: string | undefined;
  payer?: string;
  iban?: string;
  /** IBAN that the money leaves for, which makes the credit a debit. */
  to?: string;
}

export function statementXml(statements: readonly GivenStatement[], currency = 'EUR'): string {
  const written = statements.map(({ id, bookedOn = '2026-03-02', credits }) => {
    const entries = credits.map(
      ({
        amount,
        text,
        reference,
        ...own
      }) => `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${own.to === undefined ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${own.bookedOn ?? bookedOn}</Dt></BookgDt>
      ${reference ? `<AcctSvcrRef>${reference}</AcctSvcrRef>` : ''}
      <NtryDtls><TxDtls>${payerXml(own)}<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
    );
    return `<Stmt><Id>${id}</Id>${entries.join('')}</Stmt>`;
  });
  return `<Document><BkToCstmrStmt>${written.join('')}</BkToCstmrStmt></Document>`;
}

function payerXml({ payer, iban, to }: Pick<GivenCredit, 'payer' | 'iban' | 'to'>): string {
  if (to !== undefined) return `<RltdPties><CdtrAcct><Id><IBAN>${to}</IBAN></Id></CdtrAcct></RltdPties>`;
  const name = payer === undefined ? '' : `<Dbtr><Nm>${payer}</Nm></Dbtr>`;
  const account = iban === undefined ? '' : `<DbtrAcct><Id><IBAN>${iban}</IBAN></Id></DbtrAcct>`;
  return name || account ? `<RltdPties>${name}${account}</RltdPties>` : '';
}
