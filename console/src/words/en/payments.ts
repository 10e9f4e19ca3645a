export const words = {
  pay: {
    paid_at: 'Paid on',
    account_id: 'Account',
    amount: 'Amount',
    accountHint: 'Left empty, the default account takes it.',
    amountHint: (remaining: string) => `${remaining} remains. Less makes a part payment.`,
  },
  unpayable: {
    text: 'No bank account is set for this invoice: the paper will have no account to pay to and no payment code, and it cannot be added once it is issued.',
    noCode:
      'The bank account has no IBAN, and none follows from its number: the paper will have no QR code to pay by, and it cannot be added once it is issued.',
    set: 'Set the bank account',
  },
  amounts: { paid: 'Paid', remaining: 'Remaining' },
}
