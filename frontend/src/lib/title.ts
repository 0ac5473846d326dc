import { useEffect } from 'react'
import { useConfig } from './config.ts'

const site = 'Earn Crypto for Real World Tasks'

/** The page's title: the specification's own on the home page, led by the page's name elsewhere. */
export function useTitle(page?: string): void {
  const { brand } = useConfig()
  useEffect(() => {
    document.title = `${page ? `${page} · ` : ''}${site} | ${brand}`
  }, [page, brand])
}
