/** What can be done with a row of a list that is being written: moved up or down, and removed. */
import { Button } from '../kit/button.tsx'
import { Icon } from '../kit/icon.tsx'
import { useWords } from '../words/use-words.ts'

export interface RowToolsProps {
  index: number
  count: number
  /** None: the order means nothing. */
  onMove?: ((by: -1 | 1) => void) | undefined
  /** None: what is stored stays. */
  onRemove?: (() => void) | undefined
}

export function RowTools({ index, count, onMove, onRemove }: RowToolsProps) {
  const { form } = useWords('frame')
  const at = index + 1
  return (
    <span className="row-tools">
      {onMove && (
        <>
          <Button
            look="plain"
            data-tool="up"
            aria-label={form.moveUp(at)}
            isOff={index === 0}
            onClick={() => onMove(-1)}
          >
            <Icon name="up" />
          </Button>
          <Button
            look="plain"
            data-tool="down"
            aria-label={form.moveDown(at)}
            isOff={index === count - 1}
            onClick={() => onMove(1)}
          >
            <Icon name="caret" />
          </Button>
        </>
      )}
      {onRemove && (
        <Button look="plain" data-tool="remove" aria-label={`${form.removeLine} ${at}`} onClick={onRemove}>
          <Icon name="trash" />
        </Button>
      )}
    </span>
  )
}

export const moved = <Row,>(rows: readonly Row[], index: number, by: -1 | 1): Row[] => {
  const all = [...rows]
  const [row] = all.splice(index, 1)
  all.splice(index + by, 0, row!)
  return all
}

const rowsIn = (box: HTMLElement | null): HTMLElement[] =>
  [...(box?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].filter(
    row => row.parentElement?.closest('[data-rows]') === box,
  )

type Wanted = 'first field' | 'up' | 'down'

/** After the rows were drawn anew: a row that moved takes the focus along, and readers with it. */
export function focusRow(box: HTMLElement | null, index: number, wanted: Wanted): void {
  requestAnimationFrame(() => {
    const rows = rowsIn(box)
    const inside = wanted === 'first field' ? 'input, select, textarea' : `[data-tool="${wanted}"]`
    rows[Math.min(index, rows.length - 1)]?.querySelector<HTMLElement>(inside)?.focus()
  })
}

/** Before a row goes: the focus would go with it. */
export function focusBeside(box: HTMLElement | null, index: number): void {
  const rows = rowsIn(box)
  const beside = (rows[index + 1] ?? rows[index - 1])?.querySelector<HTMLElement>('[data-tool="remove"]')
  const target = beside ?? box?.querySelector<HTMLElement>(':scope > * > [data-add]')
  target?.focus()
}
