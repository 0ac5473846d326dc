import type { Input } from '../../domain/api.ts'
import type { Context } from '../context.ts'
import * as users from '../table/users.ts'

/** Those who earned most, by CENTS or by completed tasks. */
export async function leaderboard({ table }: Context, { sort }: Input<'GET /api/leaderboard'>) {
  const top = await users.board(table, sort)
  return top.map((entry, index) => ({ rank: index + 1, ...entry }))
}
