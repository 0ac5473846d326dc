/** The product's name. All other files read it from here or from `/config.json`. */
export const brand = 'TaskCents'
