/** Titles of problems by their code. */
export const words = { titles: {} as Record<string, string>, rows: {} as Record<string, string> }
