/** Czech has three forms of a counted noun: 1, 2 to 4, and the rest. */
export interface CzechForms {
  one: string
  few: string
  many: string
}

export const czech = (count: number, { one, few, many }: CzechForms): string => {
  if (count === 1) return one
  return count >= 2 && count <= 4 ? few : many
}

export const english = (count: number, one: string, many: string): string => (count === 1 ? one : many)
