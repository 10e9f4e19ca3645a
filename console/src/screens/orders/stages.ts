/** The states an order goes through, in their order. */
export const stages = ['draft', 'confirmed', 'in_preparation', 'shipped', 'delivered', 'invoiced'] as const
