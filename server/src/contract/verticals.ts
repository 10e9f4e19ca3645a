/** The trades an account may have. */
export const verticals = ['brewery', 'winery', 'distillery', 'cidery', 'meadery', 'other'] as const
export type Vertical = (typeof verticals)[number]
