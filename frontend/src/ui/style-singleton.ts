import { useEffect } from 'react'

/**
 * Takes the place of the package `react-style-singleton` (frontend/vite.config.ts). The style of the component that was
 * rendered first applies while any component of the group is rendered. It is a constructed style sheet, which the
 * Content-Security-Policy permits; a style element would need 'unsafe-inline'.
 */
export function styleSingleton() {
  const sheet = new CSSStyleSheet()
  let rendered = 0
  return function Style({ styles }: { styles: string }) {
    useEffect(() => {
      if (rendered++ === 0) {
        sheet.replaceSync(styles)
        document.adoptedStyleSheets.push(sheet)
      }
      return () => {
        if (--rendered > 0) return
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
      }
    }, [styles])
    return null
  }
}
