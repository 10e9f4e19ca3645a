/** A document in XML: what an ISDOC or a UBL invoice says, and the text itself. */
import { type Element, elementsAt, readXml, textAt } from '../format/xml.ts'
import { Facts } from '../kit/facts.tsx'
import { Table } from '../kit/table.tsx'
import { useFormat } from '../words/use-format.ts'
import { useWords } from '../words/use-words.ts'

/** More than anybody reads here. */
const mostCharacters = 200_000

export function XmlDocument({ source }: { source: string }) {
  const words = useWords('files')
  const root = readXml(source)
  const isInvoice = root !== undefined && elementsAt(root, 'AccountingSupplierParty').length > 0
  return (
    <>
      {isInvoice && <Invoice root={root} />}
      <details open={!isInvoice}>
        <summary>{words.source}</summary>
        <pre className="json">{source.slice(0, mostCharacters)}</pre>
      </details>
    </>
  )
}

const first = (root: Element, ...ways: string[]): string =>
  ways.map(way => textAt(root, way)).find(text => text !== '') ?? ''

const nameWays = (party: string) => [
  `${party}/Party/PartyName/Name`,
  `${party}/Party/PartyLegalEntity/RegistrationName`,
]

function Invoice({ root }: { root: Element }) {
  const { isdoc: words } = useWords('files')
  const { day, money } = useFormat()
  const currency = first(root, 'ForeignCurrencyCode', 'LocalCurrencyCode', 'DocumentCurrencyCode')
  const payable = first(root, 'LegalMonetaryTotal/PayableAmount')
  const isAmount = /^-?\d+(\.\d+)?$/.test(payable) && /^[A-Z]{3}$/.test(currency)
  const due = first(root, 'PaymentMeans/Payment/Details/PaymentDueDate', 'DueDate')
  const shownDay = (text: string) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? day(text) : text)
  return (
    <section aria-label={words.label} className="stack">
      <Facts
        facts={[
          [words.number, first(root, 'ID')],
          [words.supplier, first(root, ...nameWays('AccountingSupplierParty'))],
          [words.customer, first(root, ...nameWays('AccountingCustomerParty'))],
          [words.issued, shownDay(first(root, 'IssueDate'))],
          [words.taxPoint, shownDay(first(root, 'TaxPointDate'))],
          [words.due, shownDay(due)],
          [words.symbol, first(root, 'PaymentMeans/Payment/Details/VariableSymbol')],
          [words.payable, isAmount ? money(payable, currency) : payable],
        ]}
      />
      <Lines root={root} />
    </section>
  )
}

function Lines({ root }: { root: Element }) {
  const { isdoc: words } = useWords('files')
  const lines = [...elementsAt(root, 'InvoiceLines/InvoiceLine'), ...elementsAt(root, 'InvoiceLine')]
  if (lines.length === 0) return null
  const rows = lines.map((line, index) => ({
    key: String(index),
    description: first(line, 'Item/Description', 'Item/Name', 'Note'),
    quantity: first(line, 'InvoicedQuantity'),
    amount: first(line, 'LineExtensionAmount'),
  }))
  return (
    <Table
      label={words.lines}
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        { key: 'description', label: words.description, card: 'wide', cell: row => row.description },
        { key: 'quantity', label: words.quantity, isNumber: true, cell: row => row.quantity },
        { key: 'amount', label: words.amount, isNumber: true, cell: row => row.amount },
      ]}
    />
  )
}
