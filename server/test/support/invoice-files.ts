/** Invoice files made in tests: ISDOC and UBL from small parts, and archives as honest or as false as wanted. */
import { crc32, deflateRawSync } from 'node:zlib'

const isdocNamespace = 'http://isdoc.cz/namespace/2013'
export const oldIsdocNamespace = 'http://isdoc.cz/namespace/invoice'

type Content = string | undefined

/** An element, or nothing where there is no content. */
export const tag = (name: string, content: Content, attributes = ''): string =>
  content === undefined ? '' : `<${name}${attributes && ` ${attributes}`}>${content}</${name}>`

export const tags = (contents: Readonly<Record<string, Content>>): string =>
  Object.entries(contents)
    .map(([name, content]) => tag(name, content))
    .join('')

export interface LineParts {
  amount?: string | undefined
  curr?: string
  vat?: string
  pct?: string | undefined
  description?: string
  /** More elements of its tax category. */
  category?: string
  /** More elements of the line. */
  more?: string
}

export const isdocLine = ({ amount, curr, vat = '0', pct, description, category = '', more = '' }: LineParts): string =>
  tag(
    'InvoiceLine',
    tags({ LineExtensionAmountCurr: curr, LineExtensionAmount: amount, LineExtensionTaxAmount: vat }) +
      tag('ClassifiedTaxCategory', tag('Percent', pct) + category) +
      more +
      tag('Item', tag('Description', description) ?? ''),
  )

export interface RateParts {
  pct: string
  /** Amounts by the names of their elements. */
  amounts: Record<string, string>
  category?: string
}

const isdocRate = ({ pct, amounts, category = '' }: RateParts): string =>
  tag('TaxSubTotal', tags(amounts) + tag('TaxCategory', tag('Percent', pct) + category))

export const isdocParty = (parts: Record<string, Content> = {}): string => {
  const { name = 'Chmel a.s.', ico = '25097563', dic = 'CZ25097563', country = 'CZ', ...rest } = parts
  const { street = 'Dlouhá', building = '7', city = 'Žatec', zip = '438 01', more = '' } = rest
  return tag(
    'Party',
    tag('PartyIdentification', tag('ID', ico)) +
      tag('PartyName', tag('Name', name)) +
      tag(
        'PostalAddress',
        tags({ StreetName: street, BuildingNumber: building, CityName: city, PostalZone: zip }) +
          tag('Country', tag('IdentificationCode', country)),
      ) +
      tag('PartyTaxScheme', tags({ CompanyID: dic, TaxScheme: 'VAT' })) +
      more,
  )
}

export const bankPayment = (details: Record<string, string>, code = '42'): string =>
  tag('Payment', tag('PaidAmount', '1') + tag('PaymentMeansCode', code) + tag('Details', tags(details)))

export interface IsdocParts {
  declaration?: string
  namespace?: string
  root?: string
  /** Elements of the header; undefined leaves one out. */
  header?: Record<string, Content>
  supplier?: string
  lines?: LineParts[] | string
  rates?: RateParts[]
  vat?: Record<string, string>
  totals?: Record<string, string>
  payments?: string
  /** More elements of the root. */
  more?: string
}

export const uuid = '7b4c5be0-288c-11d2-8e62-004095452b84'

/** Without parts: one line of 100 at 21 %, 121 payable. */
export function isdoc(parts: IsdocParts = {}): string {
  const header = {
    DocumentType: '1',
    ID: 'FV-1',
    UUID: uuid.toUpperCase(),
    IssueDate: '2026-11-02',
    VATApplicable: 'true',
    LocalCurrencyCode: 'CZK',
    CurrRate: '1',
    RefCurrRate: '1',
    ...parts.header,
  }
  const { lines = [{ amount: '100', vat: '21', pct: '21', description: 'Chmel' }], root = 'Invoice' } = parts
  const { rates = [{ pct: '21', amounts: { TaxableAmount: '100', TaxAmount: '21' } }] } = parts
  const content =
    tags(header) +
    tag('AccountingSupplierParty', parts.supplier ?? isdocParty()) +
    tag('AccountingCustomerParty', isdocParty({ name: 'Pivovar', ico: '2611309', dic: 'cz 02611309' })) +
    tag('InvoiceLines', typeof lines === 'string' ? lines : lines.map(isdocLine).join('')) +
    (parts.more ?? '') +
    tag('TaxTotal', rates.map(isdocRate).join('') + tags(parts.vat ?? { TaxAmount: '21' })) +
    tag('LegalMonetaryTotal', tags(parts.totals ?? { TaxInclusiveAmount: '121', PayableAmount: '121' })) +
    tag('PaymentMeans', parts.payments)
  const namespace = `xmlns="${parts.namespace ?? isdocNamespace}" version="6.0.2"`
  return `${parts.declaration ?? '<?xml version="1.0" encoding="utf-8"?>'}\n${tag(root, content, namespace)}`
}

/** The first examples of the standard: a settlement of deposits in euros that breaks the standard's own equations. */
export const officialExample = (paidDeposits: string): IsdocParts => {
  const deposit = (id: string, amount: string, pct: string) =>
    tag(
      'TaxedDeposit',
      tags({ ID: id, TaxableDepositAmountCurr: amount }) + tag('ClassifiedTaxCategory', tag('Percent', pct)),
    )
  const rate = (pct: string, base: string, vat: string, claimed: string) => ({
    pct,
    amounts: { TaxableAmountCurr: base, TaxAmountCurr: vat, AlreadyClaimedTaxAmountCurr: claimed },
  })
  return {
    header: { ForeignCurrencyCode: 'EUR', CurrRate: '25.10' },
    lines: [
      { amount: '107.93', curr: '4.30', vat: '22.59', pct: '19', description: 'Kapesník' },
      { amount: '218.37', curr: '8.70', vat: '20.08', pct: '9', description: 'Papír' },
      { amount: '25.1', curr: '1', vat: '2.51', pct: '5', description: 'Přeprava' },
    ],
    more: tag('TaxedDeposits', deposit('DZV-1', '4.30', '19') + deposit('DZV-2', '8.70', '9')),
    rates: [rate('19', '4.30', '0.9', '0.9'), rate('9', '8.70', '0.8', '0.80'), rate('5', '1', '0.1', '0')],
    vat: { TaxAmountCurr: '0.1', TaxAmount: '2.51' },
    totals: {
      TaxInclusiveAmountCurr: '15.80',
      PayableRoundingAmountCurr: '-0.10',
      PaidDepositsAmountCurr: paidDeposits,
      PayableAmountCurr: '0',
    },
  }
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

export interface ZipPart {
  name: string | Uint8Array
  content?: string | Uint8Array
  /** Deflated unless it says 0; any other number is only claimed. */
  method?: number
  flags?: number
  /** What the archive claims of the size. */
  declared?: number
  /** What the archive claims of the checksum. */
  checksum?: number
}

interface PackedPart {
  name: Uint8Array
  local: Buffer
  central: (offset: number) => Buffer
}

function packed({ name, content = '', method = 8, flags = 0x800, declared, checksum }: ZipPart): PackedPart {
  const nameBytes = typeof name === 'string' ? bytesOf(name) : name
  const plain = typeof content === 'string' ? bytesOf(content) : content
  const data = method === 0 ? plain : deflateRawSync(plain)
  const shared = Buffer.alloc(26)
  shared.writeUInt16LE(20, 0)
  shared.writeUInt16LE(flags, 2)
  shared.writeUInt16LE(method, 4)
  shared.writeUInt32LE(checksum ?? crc32(plain), 10)
  shared.writeUInt32LE(data.length, 14)
  shared.writeUInt32LE(declared ?? plain.length, 18)
  shared.writeUInt16LE(nameBytes.length, 22)
  return {
    name: nameBytes,
    local: Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, nameBytes, data]),
    central: offset => {
      const rest = Buffer.alloc(14)
      rest.writeUInt32LE(offset, 10)
      return Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, rest, nameBytes])
    },
  }
}

/** Written byte by byte, for no library writes an archive that lies. */
export function zip(parts: readonly ZipPart[], { claimed = parts.length }: { claimed?: number } = {}): Uint8Array {
  const files = parts.map(packed)
  const directory: Buffer[] = []
  let offset = 0
  for (const file of files) {
    directory.push(file.central(offset))
    offset += file.local.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(claimed, 8)
  end.writeUInt16LE(claimed, 10)
  end.writeUInt32LE(
    directory.reduce((size, part) => size + part.length, 0),
    12,
  )
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...files.map(file => file.local), ...directory, end]))
}

export const manifest = (filename: string): ZipPart => ({
  name: 'manifest.xml',
  content: `<manifest xmlns="${isdocNamespace}/manifest"><maindocument filename="${filename}"/></manifest>`,
})

const ublNamespaces = (root: string) => {
  const base = 'urn:oasis:names:specification:ubl:schema:xsd'
  const parts = ['Basic', 'Aggregate'].map(
    kind => `xmlns:c${kind[0]!.toLowerCase()}c="${base}:Common${kind}Components-2"`,
  )
  return `xmlns="${base}:${root}-2" ${parts.join(' ')}`
}

/** `cbc:ID` and its like inside; amounts bring their currency. */
export const money = (name: string, amount: Content, currency = 'EUR'): string =>
  tag(`cbc:${name}`, amount, `currencyID="${currency}"`)

export interface UblParts {
  root?: 'Invoice' | 'CreditNote'
  header?: Record<string, Content>
  supplier?: string
  lines?: string
  tax?: string
  totals?: Record<string, string>
  more?: string
}

export const ublCategory = (name: string, pct: Content, code = 'S'): string =>
  tag(`cac:${name}`, tag('cbc:ID', code) + tag('cbc:Percent', pct) + tag('cac:TaxScheme', tag('cbc:ID', 'VAT')))

export const ublLine = (amount: Content, pct: Content, { code = 'S', name = 'Malt', currency = 'EUR' } = {}): string =>
  tag(
    'cac:InvoiceLine',
    money('LineExtensionAmount', amount, currency) +
      tag('cac:Item', tag('cbc:Name', name) + ublCategory('ClassifiedTaxCategory', pct, code)),
  )

export const ublSubtotal = (base: string, vat: string, pct: Content, code = 'S'): string =>
  tag('cac:TaxSubtotal', money('TaxableAmount', base) + money('TaxAmount', vat) + ublCategory('TaxCategory', pct, code))

export const ublParty = (name = 'Malz GmbH'): string =>
  tag(
    'cac:Party',
    tag('cbc:EndpointID', 'CZ25097563', 'schemeID="9929"') +
      tag('cac:PartyName', tag('cbc:Name', 'Malz')) +
      tag(
        'cac:PostalAddress',
        tags({ 'cbc:StreetName': 'Hauptstraße 1', 'cbc:CityName': 'Bamberg', 'cbc:PostalZone': '96047' }) +
          tag('cac:Country', tag('cbc:IdentificationCode', 'DE')),
      ) +
      tag('cac:PartyTaxScheme', tag('cbc:CompanyID', 'DE 123456789') + tag('cac:TaxScheme', tag('cbc:ID', 'VAT'))) +
      tag('cac:PartyLegalEntity', tags({ 'cbc:RegistrationName': name, 'cbc:CompanyID': 'HRB 4711' })) +
      tag('cac:Contact', tags({ 'cbc:Telephone': '+49 951 1', 'cbc:ElectronicMail': 'malz@example.com' })),
  )

/** Without parts: one line of 100 at 19 %, 119 payable. */
export function ubl(parts: UblParts = {}): string {
  const header = {
    'cbc:ID': 'R-1',
    'cbc:IssueDate': '2026-11-02',
    'cbc:InvoiceTypeCode': '380',
    'cbc:DocumentCurrencyCode': 'EUR',
    ...parts.header,
  }
  const totals = parts.totals ?? { TaxInclusiveAmount: '119', PayableAmount: '119' }
  const written = Object.entries(totals).map(([name, amount]) => money(name, amount))
  const { root = 'Invoice' } = parts
  const content =
    tags(header) +
    tag('cac:AccountingSupplierParty', parts.supplier ?? ublParty()) +
    tag('cac:AccountingCustomerParty', ublParty('Pivovar')) +
    (parts.more ?? '') +
    (parts.tax ?? tag('cac:TaxTotal', money('TaxAmount', '19') + ublSubtotal('100', '19', '19'))) +
    tag('cac:LegalMonetaryTotal', written.join('')) +
    (parts.lines ?? ublLine('100', '19'))
  return `<?xml version="1.0" encoding="UTF-8"?>\n${tag(root, content, ublNamespaces(root))}`
}

/** A file inside a UBL invoice: its bytes, or text as it is. */
export const embedded = (content: string | Uint8Array, mimeCode = 'application/pdf'): string =>
  tag(
    'cac:AdditionalDocumentReference',
    tag(
      'cac:Attachment',
      tag(
        'cbc:EmbeddedDocumentBinaryObject',
        typeof content === 'string' ? content : Buffer.from(content).toString('base64'),
        `mimeCode="${mimeCode}"${mimeCode.includes('filename') ? '' : ' filename="R-1.pdf"'}`,
      ),
    ),
  )
