/** The files of a received invoice; the original comes first. */
import type { Attachment } from '@cellarbook/sdk'
import { useRecord } from '../../data/queries.ts'

export const useFiles = (invoiceId: string): readonly Attachment[] =>
  useRecord<{ data: Attachment[] }>(`/received-invoices/${invoiceId}/attachments`).data?.body.data ?? []
