/** What a key made from a preset can not do, and how it is given more: derived from the scopes operations ask for. */
import type { EndpointSpec } from '../contract/endpoint.ts'
import { type Preset, presets, type Scope, scopeMeanings, scopes } from '../contract/scopes.ts'
import { code, table, words } from './markdown.ts'

export type WithAccess = Pick<EndpointSpec, 'access' | 'summary'>

/** Operations that ask for one of the scopes of the preset, and yet for one it lacks, by that scope. */
function surprisesOf(preset: Preset, endpoints: readonly WithAccess[]): Map<Scope, string[]> {
  const held = presets[preset].scopes
  const surprises = new Map<Scope, string[]>()
  for (const { access, summary } of endpoints) {
    if (access === 'public' || !access.scopes.some(scope => held.includes(scope))) continue
    const first = access.isFirstSubscribed ? access.scopes.slice(0, 1) : []
    for (const scope of [...first, ...(access.additionalScopes ?? [])]) {
      if (!held.includes(scope)) surprises.set(scope, [...(surprises.get(scope) ?? []), summary])
    }
  }
  return surprises
}

function missingRows(preset: Preset, endpoints: readonly WithAccess[]): string[][] {
  const surprises = surprisesOf(preset, endpoints)
  const missing = scopes.filter(scope => !presets[preset].scopes.includes(scope))
  return missing.map((scope, index) => [
    index === 0 ? code(preset) : '',
    code(scope),
    words(scopeMeanings[scope]),
    (surprises.get(scope) ?? []).map(words).join('; '),
  ])
}

export const presetLimits = (endpoints: readonly WithAccess[]): string[] => {
  const limited = (Object.keys(presets) as Preset[]).filter(name => presets[name].scopes.length < scopes.length)
  return [
    '## What a preset can not do',
    'A key lacks what its preset does not list, and is told so by 403 `insufficient_scope` with `required_scopes`. The last ' +
      'column names operations that one might expect of the preset: they ask for another scope on top or, on an account ' +
      'with the sales module, for the sales scope instead of the finance scope. So an accounting key can not mark an ' +
      'issued invoice as paid where there are sales, and an e-shop key can not register webhooks.',
    table(
      ['Preset', 'Scope it lacks', 'What that scope allows', 'Among it'],
      limited.flatMap(name => missingRows(name, endpoints)),
    ),
    'To add a scope, make a key with the scopes of the preset and those that are missing, written out; the owner of the ' +
      'key needs the same rights. An e-shop that registers its own webhooks:',
    `\`\`\`sh\nnpx cellarbook key create --tenant S --mode live --scopes ${[...presets.eshop.scopes, 'webhooks:manage'].join(',')}\n\`\`\``,
  ]
}
