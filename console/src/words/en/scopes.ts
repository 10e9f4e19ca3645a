/** What each right allows, and the ready sets of them. */
export const words = {
  meanings: {
    'core:read': 'Read partners, contacts, items, prices, units and the inbox.',
    'core:write': 'Create and change partners, contacts and items, upload files.',
    'stock:read': 'Read warehouses, stock levels, lots and stock documents.',
    'stock:write': 'Create stock documents and counts, and run their actions.',
    'sales:read': 'Read orders and issued invoices.',
    'sales:write': 'Create and change orders and invoices, and run their actions.',
    'finance:read': 'Read received invoices and cash flow.',
    'finance:write': 'Create received invoices and cash flow documents, record payments.',
    'brewery:read': 'Read batches, measurements, vessels and excise reports.',
    'brewery:write': 'Create batches and measurements, advance phases, prepare excise reports.',
    'pos:read': 'Read cash desks, taps and sales.',
    'pos:write': 'Record sales and tap kegs.',
    'events:read': 'Read the event log.',
    'webhooks:manage': 'Register and change webhook endpoints, read their deliveries.',
    'workflow:write': 'Read tasks and drive them from another system.',
  },
  presets: {
    eshop: 'E-shop',
    accounting: 'Accounting',
    warehouse: 'Warehouse',
    'read-only': 'Read-only',
    full: 'Full',
    custom: 'Custom',
  },
}
