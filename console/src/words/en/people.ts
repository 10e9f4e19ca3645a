/** Roles and rights. */
export const words = {
  roles: {
    owner: 'Owner',
    admin: 'Admin',
    sales: 'Sales',
    warehouse: 'Warehouse',
    accountant: 'Accountant',
    brewer: 'Brewer',
    bartender: 'Bartender',
    viewer: 'Viewer',
  },
  modules: {
    core: 'Partners, items, prices',
    stock: 'Stock',
    sales: 'Sales',
    finance: 'Finance',
    brewery: 'Brewery',
    pos: 'Cash desk',
    events: 'Events',
    webhooks: 'Webhooks',
    workflow: 'Tasks',
  },
  rights: { read: 'Read', write: 'Write', manage: 'Manage' },
}
