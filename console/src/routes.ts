/** The explicit list of screens. Each is loaded when wanted, with the words of its group. */
import { type ScreenRoute, screen } from './screen-route.ts'

const sales: readonly ScreenRoute[] = [
  screen('/orders', 'OrderList', [() => import('./screens/orders/list.tsx'), 'orders']),
  screen('/orders/new', 'NewOrder', [() => import('./screens/orders/form.tsx'), 'orders']),
  screen('/orders/$id', 'OrderRecord', [() => import('./screens/orders/record.tsx'), 'orders', 'events']),
  screen('/invoices', 'InvoiceList', [() => import('./screens/invoices/list.tsx'), 'invoices', 'sums']),
  screen('/invoices/new', 'NewInvoice', [() => import('./screens/invoices/form.tsx'), 'invoices', 'orders']),
  screen('/invoices/$id', 'InvoiceRecord', [
    () => import('./screens/invoices/record.tsx'),
    'invoices',
    'orders',
    'payments',
    'events',
  ]),
  screen('/partners', 'PartnerList', [() => import('./screens/partners/list.tsx'), 'partners']),
  screen('/partners/new', 'NewPartner', [() => import('./screens/partners/form.tsx'), 'partners']),
  screen('/partners/$id', 'PartnerRecord', [
    () => import('./screens/partners/record.tsx'),
    'partners',
    'prices',
    'events',
  ]),
  screen('/items', 'ItemList', [() => import('./screens/items/list.tsx'), 'items']),
  screen('/items/new', 'NewItem', [() => import('./screens/items/form.tsx'), 'items']),
  screen('/items/$id', 'ItemRecord', [() => import('./screens/items/record.tsx'), 'items', 'prices', 'events']),
]

const stock: readonly ScreenRoute[] = [
  screen('/stock', 'StockLevels', [() => import('./screens/stock/levels.tsx'), 'stock']),
  screen('/lots', 'LotList', [() => import('./screens/stock/lots.tsx'), 'stock']),
  screen('/lots/$id', 'LotRecord', [() => import('./screens/stock/lot.tsx'), 'stock']),
  screen('/receipts', 'ReceiptList', [() => import('./screens/documents/list.tsx'), 'documents']),
  screen('/receipts/new', 'NewReceipt', [() => import('./screens/documents/form.tsx'), 'documents', 'lots']),
  screen('/receipts/$id', 'ReceiptRecord', [
    () => import('./screens/documents/record.tsx'),
    'documents',
    'lots',
    'events',
  ]),
  screen('/receipts/$id/receiving', 'ReceivingScreen', [
    () => import('./screens/documents/handling.tsx'),
    'documents',
    'lots',
    'tally',
  ]),
  screen('/issues', 'IssueList', [() => import('./screens/documents/list.tsx'), 'documents']),
  screen('/issues/new', 'NewIssue', [() => import('./screens/documents/form.tsx'), 'documents', 'lots']),
  screen('/issues/$id', 'IssueRecord', [
    () => import('./screens/documents/record.tsx'),
    'documents',
    'lots',
    'attachments',
    'events',
  ]),
  screen('/issues/$id/picking', 'PickingScreen', [
    () => import('./screens/documents/handling.tsx'),
    'documents',
    'lots',
    'tally',
  ]),
  screen('/counts', 'CountList', [() => import('./screens/counts/list.tsx'), 'counts']),
  screen('/counts/new', 'NewCount', [() => import('./screens/counts/form.tsx'), 'counts']),
  screen('/counts/$id', 'CountRecord', [() => import('./screens/counts/record.tsx'), 'counts', 'lots', 'events']),
  screen('/counts/$id/counting', 'CountingScreen', [() => import('./screens/counts/counting.tsx'), 'counts', 'tally']),
  screen('/repacks', 'RepackList', [() => import('./screens/repacks/list.tsx'), 'repacks']),
  screen('/repacks/new', 'NewRepack', [() => import('./screens/repacks/form.tsx'), 'repacks', 'lots']),
  screen('/repacks/$id', 'RepackRecord', [() => import('./screens/repacks/record.tsx'), 'repacks', 'events']),
]

const money: readonly ScreenRoute[] = [
  screen('/inbox', 'InboxList', [() => import('./screens/inbox/list.tsx'), 'inbox', 'attachments']),
  screen('/inbox/$id', 'InboxRecord', [() => import('./screens/inbox/record.tsx'), 'inbox', 'files', 'events']),
  screen('/received-invoices', 'ReceivedList', [() => import('./screens/received/list.tsx'), 'received', 'sums']),
  screen('/received-invoices/new', 'NewReceived', [
    () => import('./screens/received/form.tsx'),
    'received',
    'orders',
    'files',
  ]),
  screen('/received-invoices/$id', 'ReceivedRecord', [
    () => import('./screens/received/record.tsx'),
    'received',
    'orders',
    'files',
    'attachments',
    'payments',
    'events',
  ]),
  screen('/cashflow', 'CashflowList', [() => import('./screens/cashflow/list.tsx'), 'cashflow']),
  screen('/cashflow/new', 'NewCashflow', [() => import('./screens/cashflow/form.tsx'), 'cashflow']),
  screen('/cashflow/$id', 'CashflowRecord', [
    () => import('./screens/cashflow/record.tsx'),
    'cashflow',
    'payments',
    'events',
  ]),
]

const brewery: readonly ScreenRoute[] = [
  screen('/batches', 'BatchList', [() => import('./screens/batches/list.tsx'), 'batches']),
  screen('/batches/new', 'NewBatch', [() => import('./screens/batches/form.tsx'), 'batches']),
  screen('/batches/$id', 'BatchRecord', [() => import('./screens/batches/record.tsx'), 'batches', 'events']),
  screen('/vessels', 'VesselBoard', [() => import('./screens/vessels/board.tsx'), 'vessels', 'events']),
  screen('/vessels/$id', 'VesselRecord', [() => import('./screens/vessels/record.tsx'), 'vessels', 'events']),
  screen('/recipes', 'RecipeList', [() => import('./screens/recipes/list.tsx'), 'recipes']),
  screen('/recipes/new', 'NewRecipe', [() => import('./screens/recipes/form.tsx'), 'recipes']),
  screen('/recipes/$id', 'RecipeRecord', [() => import('./screens/recipes/record.tsx'), 'recipes', 'events']),
  screen('/recipes/$id/versions/new', 'NewVersion', [() => import('./screens/recipes/new-version.tsx'), 'recipes']),
  screen('/packaging-runs', 'RunList', [() => import('./screens/runs/list.tsx'), 'runs']),
  screen('/packaging-runs/new', 'NewRun', [() => import('./screens/runs/form.tsx'), 'runs']),
  screen('/packaging-runs/$id', 'RunRecord', [() => import('./screens/runs/record.tsx'), 'runs', 'events']),
  screen('/excise', 'ExciseList', [() => import('./screens/excise/list.tsx'), 'excise']),
  screen('/excise/new', 'NewExciseReport', [() => import('./screens/excise/form.tsx'), 'excise']),
  screen('/excise/$id', 'ExciseRecord', [() => import('./screens/excise/record.tsx'), 'excise', 'events']),
  screen('/tasks', 'TaskList', [() => import('./screens/tasks/list.tsx'), 'tasks']),
  screen('/tasks/$id', 'TaskRecord', [() => import('./screens/tasks/record.tsx'), 'tasks', 'events']),
]

const bar: readonly ScreenRoute[] = [
  screen('/bar', 'ChooseDesk', [() => import('./screens/bar/choose.tsx'), 'bar']),
  screen('/bar/sales', 'SaleList', [() => import('./screens/bar/sales.tsx'), 'bar']),
  screen('/bar/sales/$id', 'SaleRecord', [() => import('./screens/bar/sale.tsx'), 'bar', 'orders']),
  screen('/bar/sessions', 'SessionList', [() => import('./screens/bar/sessions.tsx'), 'bar']),
  screen('/bar/sessions/$id', 'SessionRecord', [() => import('./screens/bar/session-record.tsx'), 'bar']),
  screen('/packaging', 'BalanceList', [() => import('./screens/packaging/balances.tsx'), 'packaging']),
  screen('/packaging/movements', 'MovementList', [() => import('./screens/packaging/movements.tsx'), 'packaging']),
  screen('/packaging/returns', 'ReturnList', [() => import('./screens/packaging/returns.tsx'), 'packaging']),
  screen('/packaging/returns/new', 'NewReturn', [() => import('./screens/packaging/form.tsx'), 'packaging']),
  screen('/packaging/returns/$id', 'ReturnRecord', [() => import('./screens/packaging/record.tsx'), 'packaging']),
]

const tools: readonly ScreenRoute[] = [
  screen('/developers', 'Developers', [() => import('./screens/developers/overview.tsx'), 'developers']),
  screen('/developers/keys', 'KeyList', [() => import('./screens/developers/keys.tsx'), 'keys', 'scopes']),
  screen('/developers/webhooks', 'WebhookList', [
    () => import('./screens/developers/webhooks.tsx'),
    'webhooks',
    'events',
  ]),
  screen('/developers/webhooks/$id', 'WebhookRecord', [
    () => import('./screens/developers/webhook.tsx'),
    'webhooks',
    'events',
  ]),
  screen('/developers/events', 'EventList', [() => import('./screens/developers/events.tsx'), 'developers', 'events']),
  screen('/developers/events/$id', 'EventRecord', [
    () => import('./screens/developers/event.tsx'),
    'developers',
    'events',
  ]),
  screen('/developers/requests', 'RequestList', [() => import('./screens/developers/requests.tsx'), 'developers']),
  screen('/developers/requests/$id', 'RequestRecord', [() => import('./screens/developers/request.tsx'), 'developers']),
]

/** Under `/console/{book}`. */
export const bookScreens: readonly ScreenRoute[] = [
  screen('/', 'Dashboard', [() => import('./screens/dashboard/dashboard.tsx'), 'dashboard']),
  ...sales,
  ...stock,
  ...money,
  ...brewery,
  ...bar,
  ...tools,
]

/** Under `/console/{book}` too, without the frame: they take the whole window. */
export const bareScreens: readonly ScreenRoute[] = [
  screen('/bar/$id', 'Desk', [() => import('./screens/bar/desk.tsx'), 'bar', 'packaging']),
]

/** Under `/console`, inside the frame: they belong to the account, not to a book. */
export const accountScreens: readonly ScreenRoute[] = [
  screen('/settings', 'SettingsIndex', [() => import('./screens/settings/index.tsx'), 'settings']),
  screen('/settings/users', 'UserList', [() => import('./screens/users/list.tsx'), 'users', 'people']),
  screen('/settings/users/$id', 'UserRecord', [() => import('./screens/users/record.tsx'), 'users', 'people']),
  screen('/settings/plan', 'PlanScreen', [() => import('./screens/settings/plan.tsx'), 'settings']),
  screen('/settings/mails', 'MailList', [() => import('./screens/settings/mails.tsx'), 'settings']),
  screen('/settings/audit', 'AuditList', [() => import('./screens/audit/list.tsx'), 'audit', 'fields']),
  screen('/settings/sign-in', 'SignInRules', [() => import('./screens/settings/sign-in.tsx'), 'settings']),
  screen('/settings/document', 'SettingsAsJson', [
    () => import('./screens/settings/document.tsx'),
    'settings',
    'fields',
  ]),
  screen('/settings/$name', 'SettingsSection', [() => import('./screens/settings/section.tsx'), 'settings', 'fields']),
  screen('/profile', 'Profile', [() => import('./screens/profile/profile.tsx'), 'profile', 'people', 'sign-in']),
]

/** Outside the frame. */
export const outerScreens: readonly ScreenRoute[] = [
  screen('/sign-in', 'SignIn', [() => import('./screens/sign-in/sign-in.tsx'), 'sign-in']),
  screen('/invitation', 'Invitation', [() => import('./screens/sign-in/invitation.tsx'), 'sign-in']),
  screen('/forgotten', 'Forgotten', [() => import('./screens/sign-in/forgotten.tsx'), 'sign-in']),
  screen('/reset', 'Reset', [() => import('./screens/sign-in/reset.tsx'), 'sign-in']),
  screen('/choose', 'ChooseAccount', [() => import('./screens/sign-in/choose.tsx'), 'sign-in']),
]
