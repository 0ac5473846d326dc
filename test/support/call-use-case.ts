import type { Input, RouteKey } from '../../domain/api.ts'
import { loadSubject } from '../../functions/http/subject.ts'
import type { UserContext } from '../../functions/runtime/context.ts'
import type { SubjectOf } from '../../functions/runtime/subject.ts'

/** Calls the use case of a route as `serve` does: with the subject of the call, once the caller's access is checked. */
export async function callUseCase<K extends RouteKey, Result>(
  route: K,
  act: (context: UserContext, input: Input<K>, subject: SubjectOf<K>) => Promise<Result>,
  context: UserContext,
  input: Input<K>,
): Promise<Result> {
  return act(context, input, await loadSubject(context, route, input))
}
