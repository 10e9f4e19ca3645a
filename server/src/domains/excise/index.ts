/** Excise: rates, and the report of each month on beer that left the warehouses of excise. */
import { defineDomain } from '../../kernel/domain.ts'
import { fill } from '../../kernel/slots.ts'
import { countedBeer } from '../core/index.ts'
import { fileEndpoints } from './files/endpoints.ts'
import { exciseInvariants } from './invariants.ts'
import { refuseCountedItem } from './items/actions.ts'
import { movementEndpoints } from './movements/endpoints.ts'
import { startExcise } from './new-book.ts'
import { reports } from './reports/document.ts'
import { reportEndpoints } from './reports/endpoints.ts'
import { reportWorkflow } from './reports/workflow.ts'
import { exciseCategories, excisePeriods, exciseRates } from './settings.ts'

export const excise = defineDomain({
  name: 'excise',
  after: ['core', 'stock', 'brewery'],
  records: [
    {
      object: 'excise_report',
      path: '/excise-reports',
      table: 'excise_reports',
      carriesFiles: true,
      series: [{ kind: 'excise_report', prefix: 'SPD', place: 14 }],
    },
  ],
  tables: {
    excise_rates: 'record',
    excise_categories: 'record',
    excise_reports: 'record',
    excise_report_lines: 'part',
  },
  endpoints: [...reportEndpoints, ...movementEndpoints, ...fileEndpoints],
  workflows: [reportWorkflow],
  documents: [reports],
  invariants: exciseInvariants,
  fills: [fill(countedBeer, refuseCountedItem)],
  newBook: startExcise,
  settings: [exciseRates, exciseCategories, excisePeriods],
})

export { type DeliveredBeer, listDeliveredBeer } from './deliveries/beer.ts'
export { beginReport } from './reports/actions.ts'
