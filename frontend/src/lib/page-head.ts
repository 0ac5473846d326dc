import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { pageTitle } from '../../../domain/share.ts'
import { useConfig } from './config.ts'

const promise =
  'Small jobs, fair pay, proof you can check. Rewards wait in escrow and are paid to your wallet when your work is approved.'

export interface Head {
  title: string
  description: string
  /** The canonical URL without the origin. */
  path: string
}

/** The head of the open dialog overrides the head of the page, also if the page sets its head later. */
const heads: { dialog?: Head | undefined; page?: Head | undefined } = {}

/** The head of the page that was rendered last, for prerendering, where no effect runs. */
let rendered: Head | undefined
export const renderedHead = () => rendered

/**
 * Sets title, description and canonical URL of the page. The home page has the title of the site; other pages
 * put their name before it. The canonical URL has no filters.
 */
export function useTitle(page?: string, description = promise): void {
  const { pathname } = useLocation()
  useHead('page', page, description, pathname)
}

/** Sets the same values for an open dialog. While `title` is undefined, the values of the page stay. */
export function useDialogTitle(title: string | undefined, description: string, path: string): void {
  useHead('dialog', title, description, path)
}

function useHead(place: keyof typeof heads, name: string | undefined, description: string, path: string) {
  const { brand } = useConfig()
  const title = pageTitle(name, brand)
  if (typeof window === 'undefined') rendered = { title, description, path }
  useEffect(() => {
    if (place === 'dialog' && !name) return
    heads[place] = { title, description, path }
    show()
    return () => {
      heads[place] = undefined
      show()
    }
  }, [place, name, title, description, path])
}

function show() {
  const head = heads.dialog ?? heads.page
  if (!head) return
  const address = location.origin + head.path
  document.title = head.title
  write('meta', 'name', 'description', head.description)
  write('link', 'rel', 'canonical', address)
  write('meta', 'property', 'og:title', head.title)
  write('meta', 'property', 'og:description', head.description)
  write('meta', 'property', 'og:url', address)
}

function write(tag: 'meta' | 'link', key: 'name' | 'property' | 'rel', name: string, value: string) {
  const element =
    document.head.querySelector(`${tag}[${key}="${name}"]`) ??
    document.head.appendChild(document.createElement(tag))
  element.setAttribute(key, name)
  element.setAttribute(tag === 'link' ? 'href' : 'content', value)
}
