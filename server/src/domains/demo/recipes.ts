/** What the demo brewery brews by. */
import type { RecipeCreate } from '../brewery/index.ts'

type Ingredient = [item: string, quantity: string, unit: 'kg' | 'g', use: string]

export interface DemoRecipe extends Pick<RecipeCreate, 'name' | 'og_plato' | 'fg_plato' | 'abv' | 'ibu' | 'ebc'> {
  beer: string
  ingredients: Ingredient[]
}

/** For 1 000 litres. */
export const demoRecipes: Record<'lager' | 'dark', DemoRecipe> = {
  lager: {
    name: 'Světlý ležák 12°',
    beer: 'lager',
    og_plato: '12',
    fg_plato: '2.8',
    abv: '5',
    ibu: '34',
    ebc: '11',
    ingredients: [
      ['pilsner-malt', '170', 'kg', 'mash'],
      ['munich-malt', '10', 'kg', 'mash'],
      ['premiant', '500', 'g', 'boil'],
      ['saaz', '1500', 'g', 'boil'],
      ['yeast', '350', 'g', 'pitch'],
    ],
  },
  dark: {
    name: 'Tmavý speciál 13°',
    beer: 'dark',
    og_plato: '13',
    fg_plato: '3.6',
    abv: '5.4',
    ibu: '26',
    ebc: '68',
    ingredients: [
      ['pilsner-malt', '160', 'kg', 'mash'],
      ['munich-malt', '25', 'kg', 'mash'],
      ['caramel-malt', '20', 'kg', 'mash'],
      ['premiant', '1200', 'g', 'boil'],
      ['yeast', '400', 'g', 'pitch'],
    ],
  },
}
