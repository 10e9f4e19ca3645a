/** What a return comes to, as the service counted it. */
import type { PackagingReturn } from '@cellarbook/sdk'
import { Facts } from '../../kit/facts.tsx'
import { type RehearsedSave, WhyNot } from '../../patterns/rehearsed-save.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

export function ReturnSums({ data: made, error }: Partial<RehearsedSave<PackagingReturn>>) {
  const { form: words } = useWords('packaging')
  const { money, quantity } = useFormat()
  const show = (amount: string | undefined) => (amount === undefined ? '–' : money(amount, made!.currency))
  return (
    <section aria-label={words.totals} aria-live="polite">
      <Facts
        facts={[
          [words.pieces, made ? quantity(made.totals.pieces) : '–'],
          [words.deposit, show(made?.totals.deposit)],
          [words.payOut, show(made?.totals.refund)],
        ]}
      />
      <WhyNot error={error} />
    </section>
  )
}
