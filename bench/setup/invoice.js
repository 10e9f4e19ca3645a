/** An ISDOC invoice of 56 lines, about 60 kB, as accounting systems write them; each one is another document. */
import { randomUUID } from 'node:crypto'

const lineCount = 56

const amounts = (value, rate) => {
  const tax = Math.round(value * rate) / 100
  return { excl: value.toFixed(2), tax: tax.toFixed(2), incl: (value + tax).toFixed(2) }
}

const party = (ico, name) => `<Party>
      <PartyIdentification><UserID>${ico}</UserID><CatalogFirmIdentification/><ID>${ico}</ID></PartyIdentification>
      <PartyName><Name>${name}</Name></PartyName>
      <PostalAddress><StreetName>Dlouhá 15</StreetName><BuildingNumber>15</BuildingNumber><CityName>Plzeň</CityName>
        <PostalZone>30100</PostalZone><Country><IdentificationCode>CZ</IdentificationCode><Name>Česko</Name></Country></PostalAddress>
      <PartyTaxScheme><CompanyID>CZ${ico}</CompanyID><TaxScheme>VAT</TaxScheme></PartyTaxScheme>
    </Party>`

const line = place => {
  const { excl, tax, incl } = amounts(100 + place, 21)
  return `    <InvoiceLine>
      <ID>${place}</ID>
      <InvoicedQuantity unitCode="ks">1.0</InvoicedQuantity>
      <LineExtensionAmount>${excl}</LineExtensionAmount>
      <LineExtensionAmountBeforeDiscount>${excl}</LineExtensionAmountBeforeDiscount>
      <LineExtensionAmountTaxInclusive>${incl}</LineExtensionAmountTaxInclusive>
      <LineExtensionAmountTaxInclusiveBeforeDiscount>${incl}</LineExtensionAmountTaxInclusiveBeforeDiscount>
      <LineExtensionTaxAmount>${tax}</LineExtensionTaxAmount>
      <UnitPrice>${excl}</UnitPrice>
      <UnitPriceTaxInclusive>${incl}</UnitPriceTaxInclusive>
      <ClassifiedTaxCategory>
        <Percent>21</Percent>
        <VATCalculationMethod>0</VATCalculationMethod>
        <VATApplicable>true</VATApplicable>
      </ClassifiedTaxCategory>
      <Item>
        <Description>Slad plzeňský ${place}, pytel 25 kg, ječmen jarní</Description>
        <CatalogueItemIdentification><ID>8590000${String(place).padStart(6, '0')}</ID></CatalogueItemIdentification>
        <SellersItemIdentification><ID>SLAD-${place}</ID></SellersItemIdentification>
      </Item>
    </InvoiceLine>`
}

/** What stands before the number, between it and the id, and after both; written once. */
let pieces

/** `number` makes it another document; the supplier is always the same. */
export function invoiceFile(number) {
  pieces ??= invoice('|', '|')
    .split('|')
    .map(text => Buffer.from(text))
  const [before, between, after] = pieces
  return Buffer.concat([before, Buffer.from(number), between, Buffer.from(randomUUID()), after])
}

function invoice(number, uuid) {
  const places = Array.from({ length: lineCount }, (_, place) => place + 1)
  const { excl, tax, incl } = amounts(
    places.reduce((sum, place) => sum + 100 + place, 0),
    21,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="http://isdoc.cz/namespace/2013" version="6.0.2">
  <DocumentType>1</DocumentType>
  <ID>${number}</ID>
  <UUID>${uuid}</UUID>
  <IssuingSystem>Bench</IssuingSystem>
  <IssueDate>2026-11-01</IssueDate>
  <TaxPointDate>2026-11-01</TaxPointDate>
  <VATApplicable>true</VATApplicable>
  <ElectronicPossibilityAgreementReference/>
  <LocalCurrencyCode>CZK</LocalCurrencyCode>
  <CurrRate>1</CurrRate>
  <RefCurrRate>1</RefCurrRate>
  <AccountingSupplierParty>${party('25097563', 'Sladovna Plzeň a.s.')}</AccountingSupplierParty>
  <AccountingCustomerParty>${party('02745976', 'Pivovar')}</AccountingCustomerParty>
  <InvoiceLines>
${places.map(line).join('\n')}
  </InvoiceLines>
  <TaxTotal>
    <TaxSubTotal>
      <TaxableAmount>${excl}</TaxableAmount><TaxAmount>${tax}</TaxAmount><TaxInclusiveAmount>${incl}</TaxInclusiveAmount>
      <AlreadyClaimedTaxableAmount>0</AlreadyClaimedTaxableAmount><AlreadyClaimedTaxAmount>0</AlreadyClaimedTaxAmount>
      <AlreadyClaimedTaxInclusiveAmount>0</AlreadyClaimedTaxInclusiveAmount>
      <DifferenceTaxableAmount>${excl}</DifferenceTaxableAmount><DifferenceTaxAmount>${tax}</DifferenceTaxAmount>
      <DifferenceTaxInclusiveAmount>${incl}</DifferenceTaxInclusiveAmount>
      <TaxCategory><Percent>21</Percent></TaxCategory>
    </TaxSubTotal>
    <TaxAmount>${tax}</TaxAmount>
  </TaxTotal>
  <LegalMonetaryTotal>
    <TaxExclusiveAmount>${excl}</TaxExclusiveAmount><TaxInclusiveAmount>${incl}</TaxInclusiveAmount>
    <AlreadyClaimedTaxExclusiveAmount>0</AlreadyClaimedTaxExclusiveAmount>
    <AlreadyClaimedTaxInclusiveAmount>0</AlreadyClaimedTaxInclusiveAmount>
    <DifferenceTaxExclusiveAmount>${excl}</DifferenceTaxExclusiveAmount>
    <DifferenceTaxInclusiveAmount>${incl}</DifferenceTaxInclusiveAmount>
    <PayableRoundingAmount>0</PayableRoundingAmount><PaidDepositsAmount>0</PaidDepositsAmount>
    <PayableAmount>${incl}</PayableAmount>
  </LegalMonetaryTotal>
</Invoice>
`
}
