/** The wire shapes of excise reports. */
import { Type } from 'typebox'
import {
  DateText,
  described,
  ExactDecimal,
  InstantText,
  Money,
  Nullable,
  OneOf,
  Shape,
  type Static,
  Text,
  Uuid,
} from '../../../contract/schema.ts'
import { envelope } from '../../../kernel/document.ts'
import { monthPattern } from '../months.ts'

export const reportStatuses = ['draft', 'filed'] as const
export type ReportStatus = (typeof reportStatuses)[number]

export const Hectolitres = described<string>(ExactDecimal, 'Hectolitres, exact.')

export const Plato = Type.String({ pattern: '^\\d{1,3}$', description: 'The whole °Plato: 12.9 counts as 12.' })

export const figures = {
  opening_hl: Hectolitres,
  produced_hl: described<string>(Hectolitres, 'From batches; less what went back, and more by what operations gained.'),
  received_hl: described<string>(Hectolitres, 'From elsewhere, and found by counts.'),
  released_hl: described<string>(Hectolitres, 'Left the warehouses of excise: taxed.'),
  losses_hl: described<string>(Hectolitres, 'Waste, shortages, and what packaging and repacking lost: not taxed.'),
  closing_hl: Hectolitres,
}

const ReportLine = Shape({
  plato: Plato,
  ...figures,
  rate: described<string>(Money, 'Crowns for a hectolitre and each whole °Plato.'),
  tax: Money,
})
export type ReportLineView = Static<typeof ReportLine>

const reportFields = {
  id: Uuid,
  number: Type.String(),
  period: Type.String({ pattern: monthPattern }),
  status: OneOf(reportStatuses),
  category: Shape({ code: Type.String(), name: Type.String(), max_annual_hl: Nullable(Hectolitres) }),
  due_date: DateText,
  totals: Shape({
    ...figures,
    tax: Money,
    tax_payable: described<string>(Money, 'Rounded as the settings of the brewery say.'),
  }),
  produced_ytd_hl: described<string>(Hectolitres, 'From January to this month.'),
  in_production: Type.Array(Shape({ plato: Plato, batches: Type.Integer(), volume_hl: Hectolitres }), {
    description: 'In process at the end of the month: shown, not taxed.',
  }),
  open_documents: Type.Integer({ description: 'Drafts dated in the month that would move beer of excise.' }),
  is_stale: Nullable(Type.Boolean({ description: 'A fresh calculation would differ from the lines. Null in lists.' })),
  calculated_at: InstantText,
  filed_at: Nullable(DateText),
  notes: Nullable(Type.String()),
}

const object = Type.Literal('excise_report')
export const ExciseReportListed = Shape({ object, ...reportFields, ...envelope })
export const ExciseReport = Shape({ object, ...reportFields, lines: Type.Array(ReportLine), ...envelope })
export type ExciseReport = Static<typeof ExciseReport>

const Notes = Nullable(Text(0, 4000))

export const ReportCreate = Shape({
  period: Type.String({ pattern: monthPattern, description: 'A month, as YYYY-MM; not a future one.' }),
  notes: Type.Optional(Notes),
})
export type ReportCreate = Static<typeof ReportCreate>

export const FileBody = Shape({
  filed_at: Type.Optional(described<string>(DateText, 'After the month, not after today; today by default.')),
  note: Type.Optional(described<string>(Text(1, 2000), 'Added to the notes.')),
})
export type FileBody = Static<typeof FileBody>
