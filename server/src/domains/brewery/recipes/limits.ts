/** How much a recipe may hold. */
export const maxIngredients = 200
export const maxSteps = 50
