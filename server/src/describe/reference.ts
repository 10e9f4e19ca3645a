/** The pages of `docs/reference/`, rendered from the declarations, so that they cannot disagree with the service. */
import { eventSpec, eventTypes, readScopesOf } from '../contract/events.ts'
import { reasonTexts } from '../contract/problems/reason-texts.ts'
import { type ProblemCode, problemCodes, problemSpec, rowCodes } from '../contract/problems.ts'
import type { TSchema } from '../contract/schema.ts'
import {
  addOnMeanings,
  moduleMeanings,
  moduleOfScope,
  modules,
  presets,
  type RightsPreset,
  roles,
  type Scope,
  scopeMeanings,
  scopes,
} from '../contract/scopes.ts'
import {
  allowedActions,
  automaticTargets,
  eventsOfAction,
  targetsOf,
  type Workflow,
  type WorkflowAction,
} from '../contract/workflow.ts'
import { code, page, table, words } from './markdown.ts'
import { presetLimits, type WithAccess } from './presets-reference.ts'

export interface MemberDescription {
  name: string
  type: string
  isOptional: boolean
  description: string
}

interface ReadableSchema {
  type?: string | readonly string[]
  format?: string
  enum?: readonly (string | null)[]
  description?: string
  items?: TSchema
  anyOf?: readonly TSchema[]
  properties?: Readonly<Record<string, TSchema>>
}

/** The shape of a value in words, such as `array of {line_id, item_id}`. */
const typeInWords = (schema: TSchema): string => {
  const { type, format, enum: values, items, anyOf, properties } = schema as ReadableSchema
  if (values) return values.join(' or ')
  if (anyOf) return anyOf.map(typeInWords).join(' or ')
  if (items) return `array of ${typeInWords(items)}`
  if (properties) return `{${Object.keys(properties).join(', ')}}`
  return format ?? [type].flat().join(' or ')
}

/** The members a code adds to its document, in words. */
export const describeMembers = (problemCode: ProblemCode): MemberDescription[] => {
  const { members } = problemSpec(problemCode)
  if (!members) return []
  const required = new Set<string>(members.required)
  return Object.entries(members.properties).map(([name, schema]) => ({
    name,
    type: typeInWords(schema),
    isOptional: !required.has(name),
    description: (schema as ReadableSchema).description ?? '',
  }))
}

/** By status, then by name: the order in which all lists of codes are shown. */
export const problemCodesInOrder: readonly ProblemCode[] = problemCodes.toSorted(
  (one, other) => problemSpec(one).status - problemSpec(other).status || (one < other ? -1 : 1),
)

const memberLine = ({ name, type, isOptional, description }: MemberDescription): string =>
  `- ${code(name)}${isOptional ? ' (optional)' : ''}: ${words(type)}${description && `. ${words(description)}.`}`

const problemSection = (problemCode: ProblemCode): string => {
  const { status, title, explanation, cure } = problemSpec(problemCode)
  const members = describeMembers(problemCode).map(memberLine)
  const blocks = [
    `### ${problemCode}`,
    `**${status}** ${words(title)}. ${words(explanation)}`,
    `What to do: ${words(cure)}`,
    ...(members.length > 0 ? [`Extra members:\n\n${members.join('\n')}`] : []),
  ]
  return blocks.join('\n\n')
}

export const errorsReference = (): string =>
  page(
    '# Errors',
    'Every error is a problem document (RFC 9457, `application/problem+json`) with the members `type`, `title`, ' +
      '`status`, `code`, `instance` (the request id) and, where useful, `detail`. ' +
      'Branch on `code`; the wording may change.',
    table(
      ['Code', 'Status', 'Title'],
      problemCodesInOrder.map(each => {
        const { status, title } = problemSpec(each)
        return [`[${code(each)}](#${each})`, String(status), words(title)]
      }),
    ),
    '## Row codes',
    '`validation_failed` and `unknown_field` carry `errors`, one row `{field, code, message}` per error, with `reason` and ' +
      '`params` where the code says too little.',
    table(
      ['Row code', 'Meaning'],
      Object.entries(rowCodes).map(([row, meaning]) => [code(row), words(meaning)]),
    ),
    '## Reasons',
    'Why, as a word that stays when the text changes; values in braces are in `params`. The limits of a number are `above`, ' +
      '`least`, `most` and `places`. More reasons may be added.',
    table(
      ['Reason', 'Text'],
      Object.entries(reasonTexts).map(([reason, text]) => [code(reason), words(text)]),
    ),
    '## Codes',
    ...problemCodesInOrder.map(problemSection),
  )

const readScopesInWords = (type: (typeof eventTypes)[number]): string => {
  const withSales = readScopesOf(type, ['sales'])
  const without = readScopesOf(type, [])
  const listed = (granted: readonly Scope[]) => granted.map(code).join(' or ')
  return withSales.join() === without.join()
    ? listed(without)
    : `${listed(withSales)}, or ${listed(without)} on an account without the sales module`
}

export const eventsReference = (): string =>
  page(
    '# Events',
    'A subscription and `GET /events` name exact types, a prefix pattern such as `invoice.*`, or `*`. ' +
      'A key without the scope to read the record sees the event redacted: `data.object` holds only `object` and `id`.',
    table(
      ['Type', 'Record', 'When', 'Scope to read the record'],
      eventTypes.map(type => {
        const { object, summary } = eventSpec(type)
        return [code(type), code(object), words(summary), readScopesInWords(type)]
      }),
    ),
  )

const presetTable = (heading: string, listed: Readonly<Record<string, RightsPreset>>): string =>
  table(
    [heading, 'Meaning', 'Scopes'],
    Object.entries(listed).map(([name, { title, scopes: granted }]) => [
      code(name),
      words(title),
      granted.length === scopes.length ? 'all' : granted.map(code).join(', '),
    ]),
  )

export const scopesReference = (endpoints: readonly WithAccess[]): string =>
  page(
    '# Scopes',
    'A key can do what its scopes, the modules of the account and the rights of its owner all allow. ' +
      'A write scope does not include the read scope.',
    table(
      ['Scope', 'Meaning', 'Module'],
      scopes.map(scope => [code(scope), words(scopeMeanings[scope]), moduleOfScope(scope) ?? 'always on']),
    ),
    '## Presets of keys',
    presetTable('Preset', presets),
    ...presetLimits(endpoints),
    '## Roles of users',
    presetTable('Role', roles),
    '## Modules and add-ons',
    table(
      ['Name', 'Kind', 'Meaning'],
      [
        ...modules.map(module => [code(module), 'module', words(moduleMeanings[module])]),
        ...Object.entries(addOnMeanings).map(([name, meaning]) => [code(name), 'add-on', words(meaning)]),
      ],
    ),
  )

const stateDiagram = (workflow: Workflow): string => {
  const starts = [workflow.initial, ...workflow.alsoCreatedIn].map(state => `  [*] --> ${state}`)
  const moves = Object.entries(workflow.actions).flatMap(([key, action]) =>
    action.from.flatMap(state => targetsOf(action, state).map(target => `  ${state} --> ${target}: ${key}`)),
  )
  const automatic = workflow.automatic.flatMap(move =>
    move.from.flatMap(state => automaticTargets(move).map(target => `  ${state} --> ${target}: (automatic)`)),
  )
  return ['```mermaid', 'stateDiagram-v2', ...starts, ...moves, ...automatic, '```'].join('\n')
}

const matrix = (workflow: Workflow): string => {
  const actions = Object.entries(workflow.actions)
  const cell = (state: string, key: string, action: WorkflowAction): string =>
    allowedActions(workflow, state).includes(key) ? targetsOf(action, state).map(code).join(' or ') : '-'
  return table(
    ['State', ...actions.map(([key]) => code(key))],
    workflow.states.map(state => [code(state), ...actions.map(([key, action]) => cell(state, key, action))]),
  )
}

const actionTable = (workflow: Workflow): string =>
  table(
    ['Action', 'What it does', 'Events', 'Effects of a dry run', 'Errors'],
    Object.entries(workflow.actions).map(([key, { summary, errors, effects }]) => {
      const events = new Set(workflow.objects.flatMap(object => eventsOfAction(workflow, object, key)))
      const listed = (names: readonly string[]) => names.map(code).join(', ') || 'none'
      return [
        code(key),
        words(summary),
        listed([...events]),
        listed(Object.keys(effects?.schema.properties ?? {})),
        listed(errors),
      ]
    }),
  )

const workflowSection = (workflow: Workflow): string => {
  const automatic = workflow.automatic.map(
    move =>
      `- ${move.from.map(code).join(', ')} to ${automaticTargets(move).map(code).join(' or ')}: ${words(move.summary)}`,
  )
  const blocks = [
    `## ${workflow.objects.join(' and ')}`,
    stateDiagram(workflow),
    matrix(workflow),
    actionTable(workflow),
    ...(automatic.length > 0 ? [`Without an action by a caller:\n\n${automatic.join('\n')}`] : []),
  ]
  return blocks.join('\n\n')
}

export const workflowsReference = (workflows: readonly Workflow[]): string =>
  page(
    '# Workflows',
    'A state changes only through an action, `POST .../actions/{key}`. A cell names the state the action leads to; ' +
      '`-` means 409 `invalid_transition`. Other facts of the record may also keep an action out of `allowed_actions`.',
    ...(workflows.length === 0 ? ['No document has a workflow yet.'] : workflows.map(workflowSection)),
  )
