/** Brewing: vessels, recipes, batches with their ledger and measurements, packaging runs. */
import { defineDomain } from '../../kernel/domain.ts'
import { fill } from '../../kernel/slots.ts'
import { production, productionTrace } from '../stock/index.ts'
import { batches } from './batches/document.ts'
import { batchEndpoints } from './batches/endpoints.ts'
import { batchInvariants } from './batches/invariants.ts'
import { batchWorkflow } from './batches/workflow.ts'
import { breweryFollower } from './followers.ts'
import { measurementEndpoints } from './measurements/endpoints.ts'
import { measurementInvariants } from './measurements/invariants.ts'
import { startBrewery } from './new-book.ts'
import { runs } from './packaging-runs/document.ts'
import { runEndpoints } from './packaging-runs/endpoints.ts'
import { runInvariants } from './packaging-runs/invariants.ts'
import { runWorkflow } from './packaging-runs/workflow.ts'
import { productionEndpoints } from './production/endpoints.ts'
import { productionInvariants } from './production/invariants.ts'
import { batchProduction } from './production/port.ts'
import { recipeEndpoints } from './recipes/endpoints.ts'
import { recipeInvariants } from './recipes/invariants.ts'
import { brewerySearches } from './search.ts'
import { brewerySection, packagingBills, vesselsSection } from './settings.ts'
import { batchSheet } from './sheets/endpoints.ts'
import { batchesTraced, batchTrace } from './traces/endpoints.ts'
import { breweryUses } from './uses.ts'
import { vesselEndpoints } from './vessels/endpoints.ts'
import { vesselInvariants } from './vessels/invariants.ts'
import { vesselWorkflow } from './vessels/workflow.ts'

export const brewery = defineDomain({
  name: 'brewery',
  after: ['core', 'finance', 'stock'],
  records: [
    { object: 'vessel', path: '/vessels', table: 'vessels' },
    {
      object: 'batch',
      path: '/batches',
      table: 'batches',
      carriesFiles: true,
      family: 'batch',
      series: [{ kind: 'batch', prefix: 'VAR', place: 13 }],
    },
    {
      object: 'recipe',
      path: '/recipes',
      table: 'recipes',
      family: 'recipe',
      // Recipes live longer than a year: their codes go on.
      series: [{ kind: 'recipe', prefix: 'REC', isYearly: false, place: 16 }],
    },
    {
      object: 'packaging_run',
      path: '/packaging-runs',
      table: 'packaging_runs',
      family: 'packaging_run',
      series: [{ kind: 'packaging_run', prefix: 'STA', place: 15 }],
    },
  ],
  tables: {
    brewery_settings: 'record',
    vessels: 'record',
    vessel_cleanings: 'part',
    packaging_bills: 'record',
    recipes: 'record',
    recipe_versions: 'part',
    recipe_ingredients: 'part',
    batches: 'record',
    batch_phases: 'part',
    batch_entries: 'part',
    measurements: 'record',
    measurement_sums: 'part',
    packaging_runs: 'record',
    packaging_run_outputs: 'part',
    packaging_run_materials: 'part',
  },
  searches: brewerySearches,
  endpoints: [
    ...vesselEndpoints,
    ...recipeEndpoints,
    ...batchEndpoints,
    ...measurementEndpoints,
    ...productionEndpoints,
    batchTrace,
    batchSheet,
    ...runEndpoints,
  ],
  workflows: [vesselWorkflow, batchWorkflow, runWorkflow],
  documents: [batches, runs],
  invariants: [
    ...vesselInvariants,
    ...recipeInvariants,
    ...batchInvariants,
    ...measurementInvariants,
    ...productionInvariants,
    ...runInvariants,
  ],
  uses: breweryUses,
  fills: [fill(production, batchProduction), fill(productionTrace, batchesTraced)],
  newBook: startBrewery,
  follower: breweryFollower,
  settings: [brewerySection, vesselsSection, packagingBills],
})

export { addBatch } from './batches/actions.ts'
export { type Batch, batchTable } from './batches/store.ts'
export { batchActions } from './batches/transitions.ts'
export { getBrewery } from './brewery-store.ts'
export { takeMeasurements } from './measurements/actions.ts'
export { addRun } from './packaging-runs/actions.ts'
export { runActions } from './packaging-runs/transitions.ts'
export { addRecipe } from './recipes/actions.ts'
export type { RecipeCreate } from './recipes/schema.ts'
export { listVessels } from './vessels/store.ts'
