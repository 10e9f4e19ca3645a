/** The batches of the demo brewery: one in each phase, with what was measured. */
import type { demoRecipes } from './recipes.ts'

/** A phase that began so many days ago. */
export interface DemoPhase {
  phase: 'brewing' | 'fermentation' | 'lagering' | 'packaging' | 'completed'
  ago: number
  vessel?: string
  volume_l?: string
  readings?: DemoReading[]
}

/** What was measured so many days ago: °P, °C and pH. */
export type DemoReading = [ago: number, gravity: string, temperature: string, ph?: string]

export interface DemoBatch {
  recipe: keyof typeof demoRecipes
  name: string
  /** Brewed so many days ago; a planned one is still to come. */
  ago: number
  litres: string
  phases: DemoPhase[]
  /** Given up before it was brewed. */
  cancelled?: string
  /** Its last phase started what the settings define: it waits for the laboratory, or to be tasted. */
  hasSteps?: boolean
  /** The last of it went to stock before it was completed. */
  received?: { quantity: string; ago: number }
  /** A part of that went into kegs. */
  filled?: { kegs: string; released: string; ago: number }
}

/** Oldest first: each leaves its tank before the next one comes. */
export const demoBatches: DemoBatch[] = [
  {
    recipe: 'lager',
    name: 'Ležák na léto',
    ago: 30,
    litres: '2000',
    phases: [
      {
        phase: 'fermentation',
        ago: 29,
        vessel: 'CKT1',
        volume_l: '1980',
        readings: [
          [29, '12.1', '9.5', '5.2'],
          [28, '10.4', '10.1', '4.8'],
          [27, '7.6', '10.6', '4.5'],
          [25, '4.4', '10.2', '4.4'],
        ],
      },
      {
        phase: 'lagering',
        ago: 24,
        vessel: 'LT1',
        volume_l: '1940',
        readings: [
          [20, '3.3', '4.1'],
          [10, '2.8', '1.5', '4.4'],
        ],
      },
      { phase: 'completed', ago: 8 },
    ],
    received: { quantity: '1900', ago: 9 },
    filled: { kegs: '20', released: '612', ago: 8 },
  },
  {
    recipe: 'dark',
    name: 'Tmavý',
    ago: 23,
    litres: '2000',
    hasSteps: true,
    phases: [
      {
        phase: 'fermentation',
        ago: 22,
        vessel: 'CKT1',
        volume_l: '1990',
        readings: [
          [22, '13.1', '9.8', '5.3'],
          [21, '11.2', '10.4', '4.9'],
          [20, '8.3', '10.9', '4.6'],
          [18, '5.1', '10.4', '4.5'],
        ],
      },
      {
        phase: 'lagering',
        ago: 17,
        vessel: 'PT1',
        volume_l: '1945',
        readings: [
          [12, '4.1', '3.4'],
          [3, '3.6', '1.2', '4.5'],
        ],
      },
      { phase: 'packaging', ago: 1 },
    ],
  },
  {
    recipe: 'lager',
    name: 'Ležák',
    ago: 14,
    litres: '2000',
    hasSteps: true,
    phases: [
      {
        phase: 'fermentation',
        ago: 13,
        vessel: 'CKT1',
        volume_l: '1985',
        readings: [
          [13, '12', '9.4', '5.2'],
          [12, '10.6', '9.9', '4.9'],
          [11, '8.4', '10.5', '4.6'],
          [10, '6.1', '10.4', '4.5'],
          [8, '4.2', '10.1', '4.4'],
        ],
      },
      {
        phase: 'lagering',
        ago: 7,
        vessel: 'LT1',
        volume_l: '1950',
        readings: [
          [6, '3.7', '6.2', '4.4'],
          [4, '3.3', '3.1'],
          [2, '3.1', '1.8', '4.4'],
        ],
      },
    ],
  },
  {
    recipe: 'dark',
    name: 'Tmavý na podzim',
    ago: 4,
    litres: '1000',
    phases: [
      {
        phase: 'fermentation',
        ago: 3,
        vessel: 'CKT1',
        volume_l: '985',
        readings: [
          [3, '13', '9.6', '5.3'],
          [2, '11.8', '10.7', '4.9'],
          [1, '9.7', '11.3', '4.7'],
        ],
      },
    ],
  },
  {
    recipe: 'lager',
    name: 'Ležák na slavnosti',
    ago: 0,
    litres: '2000',
    phases: [{ phase: 'brewing', ago: 0, vessel: 'VARNA' }],
  },
  { recipe: 'dark', name: 'Tmavý na zimu', ago: -5, litres: '2000', phases: [] },
  { recipe: 'lager', name: 'Zkušební várka', ago: -2, litres: '500', phases: [], cancelled: 'Nedorazil slad.' },
]
