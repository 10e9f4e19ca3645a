export const words = {
  pay: {
    paid_at: 'Paid on',
    account_id: 'Account',
    amount: 'Amount',
    accountHint: 'Left empty, the default account takes it.',
    amountHint: (remaining: string) => `${remaining} remains. Less makes a part payment.`,
  },
  amounts: { paid: 'Paid', remaining: 'Remaining' },
}
