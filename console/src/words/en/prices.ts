export const words = {
  prices: {
    label: 'Price',
    ask: 'Which price applies today',
    hint: 'The first that exists applies: the price agreed with the partner, its price list, the best discount, the base price.',
    partner: 'Partner',
    item: 'Item',
    quantity: 'Quantity',
    unitPrice: 'Unit price without VAT',
    source: 'Set by',
    base: 'Base price',
    discount: 'Discount',
    sources: {
      partner_price: 'price agreed with the partner',
      price_list: 'price list',
      discount: 'discount off the base price',
      base: 'base price',
      none: 'no price is set',
    },
  },
}
