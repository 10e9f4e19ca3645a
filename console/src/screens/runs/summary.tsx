/** What a run comes to, as the service counted it: what leaves the tank, what is filled, what is lost. */
import type { PackagingRun } from '@cellarbook/sdk'
import { WhyNot } from '../../patterns/rehearsed-save.tsx'
import '../../patterns/totals.css'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

export function Summary({ run, error }: { run: PackagingRun | undefined; error?: unknown }) {
  const { summary: words } = useWords('runs')
  const { quantity, percent } = useFormat()
  const show = (amount: string | undefined) => (amount === undefined ? '–' : quantity(amount, run?.unit.symbol))
  return (
    <div className="stack-close">
      <section aria-label={words.label} aria-live="polite" className="totals">
        <dl>
          <dt>{words.released}</dt>
          <dd>{show(run?.released_quantity)}</dd>
          <dt>{words.filled}</dt>
          <dd>{show(run?.filled_quantity)}</dd>
          <dt className="totals-last">{words.loss}</dt>
          <dd className="totals-last">
            {show(run?.loss_quantity)} {run && `(${percent(run.loss_pct)})`}
          </dd>
        </dl>
      </section>
      <WhyNot error={error} />
    </div>
  )
}
