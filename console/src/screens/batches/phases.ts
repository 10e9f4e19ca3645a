/** The phases a batch goes through, in their order. */
export const phases = ['planned', 'brewing', 'fermentation', 'lagering', 'packaging', 'completed'] as const

/** Those that can still come: phases go forward only, and some may be left out. */
export const laterPhases = (phase: string): readonly string[] =>
  phases.slice(phases.indexOf(phase as (typeof phases)[number]) + 1)
