import { booking } from './bugs/booking.ts'
import type { Bug } from './bugs/bug.ts'
import { signing } from './bugs/signing.ts'

/** Bugs to plant, one at a time, while the product's modules are loaded: each must be found. */
export const bugs: Record<string, Bug> = { ...signing, ...booking }
