/** What a thread is asked to make, and how it makes it. */

import type { WordedPaper, WordedSlip } from '../../../printing/files.ts'
import { pdfOf, slipPdf } from '../../../printing/pdf.ts'
import type { Language } from '../../../printing/words.ts'
import { type DeliveryFacts, deliveryPaper } from './delivery-paper.ts'
import type { InvoiceFacts } from './facts.ts'
import { invoicePaper } from './invoice-paper.ts'
import { isdocOf } from './isdoc.ts'

export type PaperJob =
  | { kind: 'invoice_pdf'; facts: InvoiceFacts; language: Language }
  | { kind: 'delivery_pdf'; facts: DeliveryFacts; language: Language }
  | { kind: 'invoice_isdoc'; facts: InvoiceFacts }
  // Of other domains.
  | WordedPaper
  | WordedSlip

export function printPaper(job: PaperJob): Promise<Buffer> | Buffer {
  switch (job.kind) {
    case 'invoice_pdf':
      return pdfOf(invoicePaper(job.facts, job.language))
    case 'delivery_pdf':
      return pdfOf(deliveryPaper(job.facts, job.language))
    case 'paper_pdf':
      return pdfOf(job.paper)
    case 'slip_pdf':
      return slipPdf(job.slip)
    case 'invoice_isdoc':
      return Buffer.from(isdocOf(job.facts))
  }
}
