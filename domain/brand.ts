/** The product's name. Every other file takes it from here or from `/config.json`. */
export const brand = 'TaskCents'
