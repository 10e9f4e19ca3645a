/** The sheet for those who count with a pencil: an empty box for each line. On paper only. */
import type { InventoryCount } from '@cellarbook/sdk'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

export function CountingSheet({ count }: { count: InventoryCount }) {
  const { lines: words } = useWords('counts')
  const { day } = useFormat()
  return (
    <div className="sheet">
      <p>
        {count.warehouse.name}, {day(count.date)}
      </p>
      <table>
        <thead>
          <tr>
            <th>{words.code}</th>
            <th>{words.item}</th>
            <th>{words.lot}</th>
            <th>{words.counted}</th>
            <th>{words.unit}</th>
          </tr>
        </thead>
        <tbody>
          {count.lines.map(({ id, item, lot_number, unit }) => (
            <tr key={id}>
              <td>{item.code}</td>
              <td>{item.name}</td>
              <td>{lot_number}</td>
              <td>
                <span className="sheet-box" />
              </td>
              <td>{unit.symbol}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
