/** Workflows as data: the states of a document, its actions, and the proof that the declaration makes sense. */
import type { TSchema } from 'typebox'
import { type EventNameOf, type EventType, eventTypeOf } from './events.ts'
import { isProblemCode, type ProblemCode } from './problems.ts'

/** `same` keeps the state the document is in. */
export type Target<State extends string> = State | 'same'

export interface WorkflowAction<State extends string = string, EventName extends string = string, Run = unknown> {
  readonly from: readonly State[]
  /** Several targets when the body or the record decides, such as a payment that may be a part or the whole. */
  readonly to: Target<State> | readonly Target<State>[]
  /** The name after the dot, such as `confirmed`. */
  readonly event?: EventName
  readonly summary: string
  readonly errors: readonly ProblemCode[]
  readonly body?: TSchema
  /** What carries the action out; the kernel decides its type. */
  readonly run?: Run
}

/** A change of state that no action of a caller makes, such as a time-out. */
export interface AutomaticTransition<State extends string = string> {
  readonly from: readonly State[]
  readonly to: State
  readonly summary: string
}

interface WorkflowBody<State extends string, Key extends string, EventName extends string, Run> {
  /** The state of a new document. */
  readonly initial: NoInfer<State>
  /** Further states a document may be created in. */
  readonly alsoCreatedIn?: readonly NoInfer<State>[]
  readonly states: readonly State[]
  readonly actions: Readonly<Record<Key, WorkflowAction<NoInfer<State>, EventName, Run>>>
  readonly automatic?: readonly AutomaticTransition<NoInfer<State>>[]
}

/** One object, or several that share the workflow. */
type NamedObjects<ObjectName extends string> =
  | { readonly object: ObjectName; readonly objects?: never }
  | { readonly objects: readonly ObjectName[]; readonly object?: never }

export type WorkflowDefinition<
  ObjectName extends string,
  State extends string,
  Key extends string,
  Run = never,
> = NamedObjects<ObjectName> & WorkflowBody<State, Key, EventNameOf<NoInfer<ObjectName>>, Run>

export interface Workflow<
  ObjectName extends string = string,
  State extends string = string,
  Key extends string = string,
  Run = unknown,
> {
  readonly objects: readonly ObjectName[]
  readonly states: readonly State[]
  readonly initial: State
  readonly alsoCreatedIn: readonly State[]
  readonly actions: Readonly<Record<Key, WorkflowAction<State, string, Run>>>
  readonly automatic: readonly AutomaticTransition<State>[]
}

export type StateOf<Declared> = Declared extends Workflow<string, infer State, string, unknown> ? State : never

export type ActionKeyOf<Declared> = Declared extends Workflow<string, string, infer Key, unknown> ? Key : never

/** The states an action may lead to from the given state. */
export const targetsOf = <State extends string>(
  action: Pick<WorkflowAction<State>, 'to'>,
  state: NoInfer<State>,
): State[] => {
  const targets: readonly Target<State>[] = Array.isArray(action.to) ? action.to : [action.to as Target<State>]
  return targets.map(target => (target === 'same' ? state : target))
}

/** Own keys only, so that `constructor` is an unknown action and not a crash. */
export const isActionKey = <Key extends string>(
  workflow: Workflow<string, string, Key, unknown>,
  key: string,
): key is Key => Object.hasOwn(workflow.actions, key)

export const actionKeys = <Key extends string>(workflow: Workflow<string, string, Key, unknown>): Key[] =>
  Object.keys(workflow.actions) as Key[]

/** The keys of the actions open in a state, as declared; the guard answers false to leave one out by record facts. */
export const allowedActions = <State extends string, Key extends string>(
  workflow: Workflow<string, State, Key, unknown>,
  state: NoInfer<State>,
  guard: (action: Key) => boolean = () => true,
): Key[] => actionKeys(workflow).filter(key => workflow.actions[key].from.includes(state) && guard(key))

/** The event an action of this object emits; null when it emits none. */
export const eventOfAction = <ObjectName extends string, Key extends string>(
  workflow: Workflow<ObjectName, string, Key, unknown>,
  object: NoInfer<ObjectName>,
  key: NoInfer<Key>,
): EventType | null => {
  const name = workflow.actions[key].event
  return name === undefined ? null : (eventTypeOf(object, name) ?? null)
}

type Fault = string | undefined

const stateFault = (workflow: Workflow): Fault => {
  const known = new Set(workflow.states)
  if (known.size !== workflow.states.length) return 'a state is declared twice'
  if (known.has('same')) return 'a state may not be called "same", which means that the state is kept'
  const created = [workflow.initial, ...workflow.alsoCreatedIn].find(state => !known.has(state))
  if (created !== undefined) return `documents are created in the unknown state "${created}"`
  for (const { from, to } of workflow.automatic) {
    const unknown = [...from, to].find(state => !known.has(state))
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
  const silent = event === undefined ? undefined : workflow.objects.find(object => !eventTypeOf(object, event))
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
    for (const { from, to } of workflow.automatic) if (from.includes(state)) reached.add(to)
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

const frozenAction = <State extends string, Run>(action: WorkflowAction<State, string, Run>) =>
  Object.freeze({
    ...action,
    from: Object.freeze([...action.from]),
    to: Array.isArray(action.to) ? (Object.freeze([...action.to]) as readonly Target<State>[]) : action.to,
    errors: Object.freeze([...action.errors]),
  })

/** Declares a workflow. A declaration that cannot work throws at once, with its fault, and so at the start. */
export const defineWorkflow = <
  const ObjectName extends string,
  const State extends string,
  const Key extends string,
  Run = never,
>(
  definition: WorkflowDefinition<ObjectName, State, Key, Run>,
): Workflow<ObjectName, State, Key, Run> => {
  const actions = Object.entries<WorkflowAction<State, string, Run>>(definition.actions)
  const workflow: Workflow<ObjectName, State, Key, Run> = Object.freeze({
    objects: Object.freeze(definition.objects === undefined ? [definition.object] : [...definition.objects]),
    states: Object.freeze([...definition.states]),
    initial: definition.initial,
    alsoCreatedIn: Object.freeze([...(definition.alsoCreatedIn ?? [])]),
    actions: Object.freeze(
      Object.fromEntries(actions.map(([key, action]) => [key, frozenAction(action)])) as Record<
        Key,
        WorkflowAction<State, string, Run>
      >,
    ),
    automatic: Object.freeze([...(definition.automatic ?? [])]),
  })
  const fault = findFault(workflow)
  if (fault !== undefined) throw new Error(`Workflow ${workflow.objects.join(' and ')}: ${fault}`)
  return workflow
}
