/** Search and filters of a list. Every one of them is a parameter of the address and of the call. */
import { type ReactNode, useState } from 'react'
import type { PickKind } from '../data/pickable.ts'
import { Button } from '../kit/button.tsx'
import { DayField } from '../kit/day-field.tsx'
import { type Option, SelectField } from '../kit/field.tsx'
import { later } from '../kit/later.tsx'
import { useWords } from '../words/use-words.ts'
import './list.css'
import { SearchBox } from './search-box.tsx'
import { type Params, useParams, useSetParams } from './search-params.ts'

const Picker = later(async () => (await import('../kit/picker.tsx')).Picker)

export type Filter =
  /** A few values in sight, such as states: several at once, unless the service takes one alone. */
  | { kind: 'chips'; name: string; label: string; options: readonly Option[]; isSingle?: true }
  | { kind: 'choice'; name: string; label: string; options: readonly Option[] }
  | { kind: 'record'; name: string; label: string; of: PickKind }
  | { kind: 'days'; from: string; to: string; label: string }
  | { kind: 'day'; name: string; label: string }
  | { kind: 'flag'; name: string; label: string }
  | { kind: 'text'; name: string; label: string }

type ChipsFilter = Extract<Filter, { kind: 'chips' }>

export const filterNames = (filters: readonly Filter[]): string[] =>
  filters.flatMap(filter => (filter.kind === 'days' ? [filter.from, filter.to] : [filter.name]))

interface FiltersProps {
  filters: readonly Filter[]
  hasSearch: boolean
  tools?: ReactNode
}

export function Filters({ filters, hasSearch, tools }: FiltersProps) {
  const { list: words } = useWords('frame')
  const params = useParams()
  const setParams = useSetParams()
  const used = filterNames(filters).filter(name => params[name])
  const clear = () => setParams(Object.fromEntries([...used, 'search'].map(name => [name, ''])))
  return (
    <div className="list-head">
      {hasSearch && <SearchBox />}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in sight */}
      <div role="group" aria-label={words.filters} className="list-filters">
        <Controls filters={filters.filter(isInSight)} params={params} />
        <MoreFilters filters={filters.filter(filter => !isInSight(filter))} params={params} />
        {used.length > 0 && (
          <Button look="plain" onClick={clear}>
            {words.clear}
          </Button>
        )}
      </div>
      {tools}
    </div>
  )
}

/** Those a click answers stand in sight; those that are typed may be folded away. */
const isInSight = ({ kind }: Filter): boolean => kind === 'chips' || kind === 'flag'

const Controls = ({ filters, params }: { filters: readonly Filter[]; params: Params }) =>
  filters.map(filter => (
    <FilterControl key={filter.kind === 'days' ? filter.from : filter.name} filter={filter} params={params} />
  ))

/** Open where there is room, or when one of them is in use. */
function MoreFilters({ filters, params }: { filters: readonly Filter[]; params: Params }) {
  const { list: words } = useWords('frame')
  const [isOpen] = useState(() => innerWidth >= 720 || filterNames(filters).some(name => params[name]))
  if (filters.length === 0) return null
  return (
    <details className="list-more" open={isOpen}>
      <summary>{words.moreFilters}</summary>
      <div>
        <Controls filters={filters} params={params} />
      </div>
    </details>
  )
}

function FilterControl({ filter, params }: { filter: Filter; params: Params }) {
  const { list: words } = useWords('frame')
  const setParams = useSetParams()
  switch (filter.kind) {
    case 'chips':
      return <Chips filter={filter} value={params[filter.name] ?? ''} />
    case 'flag':
      return <Flag name={filter.name} label={filter.label} isOn={params[filter.name] === 'true'} />
    case 'choice':
      return (
        <SelectField
          label={filter.label}
          value={params[filter.name] ?? ''}
          options={filter.options}
          empty={words.all}
          onChange={value => setParams({ [filter.name]: value })}
        />
      )
    case 'record':
      return (
        <Picker
          kind={filter.of === 'warehouse' ? 'any_warehouse' : filter.of}
          label={filter.label}
          value={params[filter.name] ?? ''}
          onChange={value => setParams({ [filter.name]: value })}
        />
      )
    case 'text':
      return <TextFilter name={filter.name} label={filter.label} value={params[filter.name] ?? ''} />
    case 'day':
      return (
        <DayField
          label={filter.label}
          value={params[filter.name] ?? ''}
          onChange={day => setParams({ [filter.name]: day })}
        />
      )
    case 'days':
      return <Days filter={filter} params={params} />
  }
}

function Days({ filter, params }: { filter: Extract<Filter, { kind: 'days' }>; params: Params }) {
  const { list: words } = useWords('frame')
  const setParams = useSetParams()
  const { from, to, label } = filter
  return (
    <>
      <DayField label={words.from(label)} value={params[from] ?? ''} onChange={day => setParams({ [from]: day })} />
      <DayField label={words.to(label)} value={params[to] ?? ''} onChange={day => setParams({ [to]: day })} />
    </>
  )
}

function Flag({ name, label, isOn }: { name: string; label: string; isOn: boolean }) {
  const setParams = useSetParams()
  return (
    <button
      type="button"
      className="choice"
      aria-pressed={isOn}
      onClick={() => setParams({ [name]: isOn ? '' : 'true' })}
    >
      {label}
    </button>
  )
}

/** Applied when the person is done typing. */
function TextFilter({ name, label, value }: { name: string; label: string; value: string }) {
  const setParams = useSetParams()
  const [typed, setTyped] = useState(value)
  const apply = () => typed.trim() !== value && setParams({ [name]: typed.trim() })
  return (
    <label className="field">
      <span>{label}</span>
      <input
        className="input"
        value={typed}
        onChange={event => setTyped(event.target.value)}
        onBlur={apply}
        onKeyDown={event => event.key === 'Enter' && apply()}
      />
    </label>
  )
}

/** In the order they are shown in; every chip at once is the same as none. */
function toggled({ options, isSingle }: ChipsFilter, chosen: readonly string[], value: string): string {
  if (value === '' || isSingle) return value
  const isOn = (one: string) => (one === value ? !chosen.includes(one) : chosen.includes(one))
  const next = options.map(option => option.value).filter(isOn)
  return next.length === options.length ? '' : next.join(',')
}

function Chips({ filter, value }: { filter: ChipsFilter; value: string }) {
  const { list: words } = useWords('frame')
  const setParams = useSetParams()
  const chosen = value.split(',').filter(Boolean)
  const isChosen = (one: string) => (one === '' ? chosen.length === 0 : chosen.includes(one))
  return (
    <div className="choices">
      {[{ value: '', label: words.all }, ...filter.options].map(option => (
        <button
          type="button"
          className="choice"
          key={option.value}
          aria-pressed={isChosen(option.value)}
          onClick={() => setParams({ [filter.name]: toggled(filter, chosen, option.value) })}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
