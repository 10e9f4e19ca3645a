/** A receipt as the service writes it, printed from the browser on paper of 80 mm. */
import type { PosReceipt } from '@cellarbook/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../../data/client.ts'
import { Button } from '../../kit/button.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { useLanguage } from '../../words/language.ts'
import { useWords } from '../../words/use-words.ts'
import { Slip } from './slip.tsx'

export function ReceiptButton({ saleId }: { saleId: string }) {
  const { done: words } = useWords('bar')
  const language = useLanguage()
  const [receipt, setReceipt] = useState<PosReceipt>()
  const reading = useMutation({
    mutationFn: () => get<PosReceipt>(`/pos-sales/${saleId}/receipt`, { query: { width: 42, language } }),
    onSuccess: ({ body }) => setReceipt(body),
  })
  return (
    <>
      <Button isOff={reading.isPending} onClick={() => reading.mutate()}>
        {words.print}
      </Button>
      <ProblemAlert error={reading.error} />
      {receipt && (
        <Slip onPrinted={() => setReceipt(undefined)}>
          {receipt.lines.map(({ text, align, is_bold }, index) => (
            <p key={index} className="slip-line" data-align={align} data-bold={is_bold || undefined}>
              {text || '\u00a0'}
            </p>
          ))}
        </Slip>
      )}
    </>
  )
}
