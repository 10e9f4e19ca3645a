/** What papers of all kinds say in the same way. Pure. */
import { logoOf, logoSize } from '../lib/logo.ts'
import type { Fact, Paper } from './paper.ts'

interface Issuer {
  accentColor: string | null
}

/** What makes a paper look like one of its supplier. */
export function looksOf({
  supplier,
  logo,
}: {
  supplier: Issuer
  /** As a data URI. */
  logo: string | null
}): Pick<Paper, 'logo' | 'accent'> {
  const picture = logo === null ? undefined : logoOf(logo)
  return { logo: logo && picture ? { source: logo, ...logoSize(picture) } : null, accent: supplier.accentColor }
}

/** Facts without a value are not told. */
export const withValues = (facts: { label: string; value: string | null | undefined; isStrong?: boolean }[]): Fact[] =>
  facts.filter((fact): fact is Fact => Boolean(fact.value))
