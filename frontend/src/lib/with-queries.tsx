import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'

/** Loads a component together with TanStack Query, which the first script does not contain. */
export const withQueries =
  <Props extends object, Module extends { default: ComponentType<Props> }>(
    load: () => Promise<Module & { default: ComponentType<Props> }>,
  ) =>
  async () => {
    const [module, { queryClient }] = await Promise.all([load(), import('./query.ts')])
    const Component: ComponentType<Props> = module.default
    const WithQueries = (props: Props) => (
      <QueryClientProvider client={queryClient}>
        <Component {...props} />
      </QueryClientProvider>
    )
    return { ...module, default: WithQueries }
  }
