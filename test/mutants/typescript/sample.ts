/** Draws `count` of the items, the same ones for the same seed. Keeps their order. */
export function sample<Item>(items: Item[], count: number, seed: number): Item[] {
  const drawn = items
    .map((item, index) => ({ item, index, rank: hash(`${seed} ${index}`) }))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, count)
  return drawn.sort((one, other) => one.index - other.index).map(({ item }) => item)
}

/** FNV-1a with a final mix. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ character.charCodeAt(0), 0x01000193)
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
  return (value ^ (value >>> 13)) >>> 0
}
