export const words = {
  oldest: 'Oldest first',
  unnamed: 'without a number',
  left: (quantity: string) => `${quantity} left`,
  until: (day: string) => `use by ${day}`,
  from: (receipt: string) => `from ${receipt}`,
}
