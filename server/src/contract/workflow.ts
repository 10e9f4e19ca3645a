/** Workflows as data: the states of a document, its actions, and the proof that the declaration makes sense. */
import type { EffectsSpec } from './effects.ts'
import { type EventNameOf, type EventType, eventTypeOf, isInCatalogue } from './events.ts'
import { isProblemCode, type ProblemCode } from './problems.ts'
import type { AnyShape, TProperties, Typed } from './schema.ts'

/** `same` keeps the state the document is in. */
export type Target<State extends string> = State | 'same'

export interface WorkflowAction<State extends string = string, EventName extends string = string, Body = unknown> {
  readonly from: readonly State[]
  /** Several targets when the body or the record decides, such as a payment that may be a part or the whole. */
  readonly to: Target<State> | readonly Target<State>[]
  /** The name after the dot, such as `confirmed`. */
  readonly event?: EventName
  /** Further events it may emit, of other records. */
  readonly emits?: readonly EventType[]
  /** `Mark {document} as paid`, where the key and the name make no English: `Confirm {document}` unless given. */
  readonly title?: string
  /** What it does, in a sentence. */
  readonly summary: string
  readonly errors: readonly ProblemCode[]
  /** What the caller sends; its code is given a body of that type. */
  readonly body?: AnyShape & Typed<Body>
  /** The kind of record it always creates beside its own document; told in its answer and its event. */
  readonly creates?: string
  /** What its answer may tell beside the document, by name. */
  readonly tells?: TProperties
  /** It cannot be tried without one, though no member of it is required by itself. */
  readonly needsBody?: boolean
  /** What a dry run shows beside the result; its code returns effects of that type. */
  readonly effects?: EffectsSpec
}

/** The effects of each action, by their types; `unknown` where it declares none. */
type ActionEffects<Effects> = { readonly [Key in keyof Effects]: { readonly effects?: EffectsSpec<Effects[Key]> } }

/** A change of state that no action of a caller makes, such as a time-out. */
export interface AutomaticTransition<State extends string = string> {
  readonly from: readonly State[]
  /** Several when facts of the record decide. */
  readonly to: State | readonly State[]
  readonly summary: string
}

interface WorkflowBody<State extends string, EventName extends string, Bodies, Effects> {
  /** The field of the record that holds the state; `status` unless said otherwise. */
  readonly field?: string
  /** The state of a new document. */
  readonly initial: NoInfer<State>
  /** Further states a document may be created in. */
  readonly alsoCreatedIn?: readonly NoInfer<State>[]
  readonly states: readonly State[]
  readonly actions: {
    readonly [Key in keyof Bodies]: WorkflowAction<NoInfer<State>, EventName, Bodies[Key]>
  } & ActionEffects<Effects>
  readonly automatic?: readonly AutomaticTransition<NoInfer<State>>[]
}

/** One object, or several that share the workflow. */
type NamedObjects<ObjectName extends string> =
  | { readonly object: ObjectName; readonly objects?: never }
  | { readonly objects: readonly ObjectName[]; readonly object?: never }

export type WorkflowDefinition<
  ObjectName extends string,
  State extends string,
  Bodies,
  Effects = unknown,
> = NamedObjects<ObjectName> & WorkflowBody<State, EventNameOf<NoInfer<ObjectName>>, Bodies, Effects>

export interface Workflow<
  ObjectName extends string = string,
  State extends string = string,
  Bodies = Record<string, unknown>,
  Effects = unknown,
> {
  readonly objects: readonly ObjectName[]
  readonly field: string
  readonly states: readonly State[]
  readonly initial: State
  readonly alsoCreatedIn: readonly State[]
  readonly actions: {
    readonly [Key in keyof Bodies]: WorkflowAction<State, string, Bodies[Key]>
  } & ActionEffects<Effects>
  readonly automatic: readonly AutomaticTransition<State>[]
}

export type StateOf<Declared> = Declared extends Workflow<string, infer State, infer _Bodies> ? State : never

export type ActionKeyOf<Declared> =
  Declared extends Workflow<string, string, infer Bodies> ? keyof Bodies & string : never

/** The states an action may lead to from the given state. */
export const targetsOf = <State extends string>(
  action: Pick<WorkflowAction<State>, 'to'>,
  state: NoInfer<State>,
): State[] => {
  const targets: readonly Target<State>[] = Array.isArray(action.to) ? action.to : [action.to as Target<State>]
  return targets.map(target => (target === 'same' ? state : target))
}

export const automaticTargets = ({ to }: AutomaticTransition): readonly string[] => (typeof to === 'string' ? [to] : to)

export const actionKeys = <State extends string, Bodies>(
  workflow: Workflow<string, State, Bodies>,
): (keyof Bodies & string)[] => Object.keys(workflow.actions) as (keyof Bodies & string)[]

/** The keys of the actions open in a state, as declared; the guard answers false to leave one out by record facts. */
export const allowedActions = <State extends string, Bodies>(
  workflow: Workflow<string, State, Bodies>,
  state: NoInfer<State>,
  guard: (action: keyof Bodies & string) => boolean = () => true,
): (keyof Bodies & string)[] =>
  actionKeys(workflow).filter(key => workflow.actions[key].from.includes(state) && guard(key))

/** The event an action of this object emits; null when it emits none. */
export const eventOfAction = <ObjectName extends string, State extends string, Bodies>(
  workflow: Workflow<ObjectName, State, Bodies>,
  object: NoInfer<ObjectName>,
  key: NoInfer<keyof Bodies & string>,
): EventType | null => {
  const name = workflow.actions[key].event
  return name === undefined ? null : (eventTypeOf(object, name) ?? null)
}

/** All events an action of this object may emit: its own, then those of other records. */
export const eventsOfAction = <ObjectName extends string, State extends string, Bodies>(
  workflow: Workflow<ObjectName, State, Bodies>,
  object: NoInfer<ObjectName>,
  key: NoInfer<keyof Bodies & string>,
): EventType[] => {
  const own = eventOfAction(workflow, object, key)
  return [...new Set([...(own ? [own] : []), ...(workflow.actions[key].emits ?? [])])]
}

type Fault = string | undefined

const stateFault = (workflow: Workflow): Fault => {
  const known = new Set(workflow.states)
  if (known.size !== workflow.states.length) return 'a state is declared twice'
  if (known.has('same')) return 'a state may not be called "same", which means that the state is kept'
  const created = [workflow.initial, ...workflow.alsoCreatedIn].find(state => !known.has(state))
  if (created !== undefined) return `documents are created in the unknown state "${created}"`
  for (const move of workflow.automatic) {
    const unknown = [...move.from, ...automaticTargets(move)].find(state => !known.has(state))
    if (unknown !== undefined) return `an automatic transition names the unknown state "${unknown}"`
  }
}

const actionFault = (workflow: Workflow, key: string, action: WorkflowAction): Fault => {
  const known = new Set(workflow.states)
  if (action.from.length === 0) return `action "${key}" starts from no state`
  const unknownFrom = action.from.find(state => !known.has(state))
  if (unknownFrom !== undefined) return `action "${key}" starts from the unknown state "${unknownFrom}"`
  const targets = action.from.flatMap(state => targetsOf(action, state))
  if (targets.length === 0) return `action "${key}" leads to no state`
  const unknownTo = targets.find(state => !known.has(state))
  if (unknownTo !== undefined) return `action "${key}" leads to the unknown state "${unknownTo}"`
  const { event } = action
  // Events a domain brings along are known once all domains are: the list of domains asks for those.
  const asked = workflow.objects.filter(isInCatalogue)
  const silent = event === undefined ? undefined : asked.find(object => !eventTypeOf(object, event))
  if (silent !== undefined) return `action "${key}" emits the unknown event "${silent}.${event}"`
  const unknownError = action.errors.find(code => !isProblemCode(code))
  if (unknownError !== undefined) return `action "${key}" declares the unknown error code "${unknownError}"`
}

const reachableStates = (workflow: Workflow): Set<string> => {
  const reached = new Set([workflow.initial, ...workflow.alsoCreatedIn])
  // A set visits what is added while it is walked, so this is the whole closure.
  for (const state of reached) {
    for (const action of Object.values(workflow.actions)) {
      if (!action.from.includes(state)) continue
      for (const target of targetsOf(action, state)) reached.add(target)
    }
    for (const move of workflow.automatic) {
      if (move.from.includes(state)) for (const target of automaticTargets(move)) reached.add(target)
    }
  }
  return reached
}

const findFault = (workflow: Workflow): Fault => {
  if (workflow.objects.length === 0) return 'no object is named'
  const ofStates = stateFault(workflow)
  if (ofStates !== undefined) return ofStates
  for (const [key, action] of Object.entries(workflow.actions)) {
    const fault = actionFault(workflow, key, action)
    if (fault !== undefined) return fault
  }
  const reached = reachableStates(workflow)
  const unreachable = workflow.states.find(state => !reached.has(state))
  if (unreachable !== undefined) return `state "${unreachable}" cannot be reached from "${workflow.initial}"`
}

const frozenAction = (action: WorkflowAction) =>
  Object.freeze({
    ...action,
    from: Object.freeze([...action.from]),
    to: typeof action.to === 'string' ? action.to : Object.freeze([...action.to]),
    errors: Object.freeze([...action.errors]),
  })

/** Declares a workflow. A declaration that cannot work throws at once, with its fault, and so at the start. */
export const defineWorkflow = <const ObjectName extends string, const State extends string, Bodies, Effects>(
  definition: WorkflowDefinition<ObjectName, State, Bodies, Effects>,
): Workflow<ObjectName, State, Bodies, Effects> => {
  const actions = Object.entries<WorkflowAction>(definition.actions)
  const workflow = Object.freeze({
    objects: Object.freeze(definition.objects === undefined ? [definition.object] : [...definition.objects]),
    states: Object.freeze([...definition.states]),
    field: definition.field ?? 'status',
    initial: definition.initial,
    alsoCreatedIn: Object.freeze([...(definition.alsoCreatedIn ?? [])]),
    actions: Object.freeze(Object.fromEntries(actions.map(([key, action]) => [key, frozenAction(action)]))),
    automatic: Object.freeze([...(definition.automatic ?? [])]),
  }) as unknown as Workflow<ObjectName, State, Bodies, Effects>
  const fault = findFault(workflow as unknown as Workflow)
  if (fault !== undefined) throw new Error(`Workflow ${workflow.objects.join(' and ')}: ${fault}`)
  return workflow
}
