/** `trigger`: makes the change in the sandbox that emits an event. */
import type { Event } from '../../../../contract/event.ts'
import { Refusal, type Tools } from '../../command.ts'
import { paintFor, tableLines } from '../../look.ts'
import { answerOf, profileOf, type RemoteOptions, type Service, serviceAt } from '../connection.ts'
import { logEnd } from '../event-stream.ts'
import { eventLine } from '../forwarding.ts'
import { benchAt } from './bench.ts'
import { type Recipe, recipes } from './recipes.ts'

interface Options extends RemoteOptions {
  list?: boolean
  json?: boolean
}

export async function triggerCommand(tools: Tools, options: Options, type?: string): Promise<void> {
  if (options.list) return listRecipes(tools, options)
  if (type === undefined) throw new Refusal('Name an event type; trigger --list shows them.')
  const recipe = recipeOf(type)
  const { terminal, print } = tools
  const profile = await profileOf(terminal, options)
  if (profile.key.startsWith('cb_live_')) throw new Refusal('This is a live key: trigger works in the sandbox only.')
  const service = serviceAt(profile)
  const { latest } = await logEnd(service, { types: [type] })
  await recipe.run(benchAt(service))
  const events = await listNew(service, { type, latest })
  const paint = paintFor(terminal)
  print(
    options.json,
    { type, events },
    events.map(event => `${eventLine(event, paint)}   ${event.id}`),
  )
  if (events.length === 0) throw new Refusal(`The calls were made, and yet no ${type} came.`)
}

/** Own keys only: `constructor` is no event. */
function recipeOf(type: string): Recipe {
  if (Object.hasOwn(recipes, type)) return recipes[type as keyof typeof recipes]
  const [group] = type.split('.')
  const near = Object.keys(recipes).filter(each => each.startsWith(`${group}.`))
  const meant = near.length > 0 ? `Did you mean ${near.join(', ')}?` : 'trigger --list shows all.'
  throw new Refusal(`There is no event type ${type}. ${meant}`)
}

const listNew = async (service: Service, { type, latest }: { type: string; latest: number }): Promise<Event[]> => {
  const path = `/events?since_sequence=${latest}&types=${type}&limit=200`
  return (await answerOf<{ data: Event[] }>(service, { method: 'GET', path })).data
}

async function listRecipes({ print }: Tools, { json }: Options): Promise<void> {
  const types = Object.entries(recipes).map(([type, { does }]) => ({ type, does }))
  const rows = types.map(({ type, does }) => [type, does])
  print(json, { types }, tableLines(['event type', 'what trigger does'], rows))
}
