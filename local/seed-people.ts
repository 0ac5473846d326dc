/** Names of the people who live in a fresh local marketplace. */
export const people = [
  'marisol_bakes',
  'tom_fixes_bikes',
  'nkechi_reads',
  'old_harbour_cafe',
  'priya_translates',
  'lukas_on_foot',
  'green_street_gp',
  'hanne_knits',
  'samir_maps',
  'quiet_river_press',
  'joao_films',
  'bea_and_the_bees',
] as const
