/** A request for confirmation. `title` completes '<site> wants to …'. */
interface Question {
  wallet: string
  site: string
  title: string
  lines: [string, string][]
}

const style = `
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
*{box-sizing:border-box}
body{margin:0;display:flex;align-items:flex-start;justify-content:flex-end;min-height:100vh;padding:16px;background:rgb(0 0 0/.35)}
main{width:min(360px,100%);max-height:calc(100vh - 32px);display:flex;flex-direction:column;background:light-dark(#fff,#26241f);color:light-dark(#1d1a15,#f2ece0);border-radius:12px;overflow:hidden;box-shadow:0 18px 50px rgb(0 0 0/.35)}
header{background:#31405c;color:#fff;padding:12px 18px;font-size:13px}
header strong{display:block;font-size:16px}
section{padding:18px;overflow-y:auto}
h1{font-size:17px;line-height:1.35;margin:0 0 14px}
dl{margin:0;display:grid;gap:10px}
dt{font-size:12px;opacity:.7}
dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}
footer{display:grid;grid-template-columns:1fr 1fr;gap:10px;padding:0 18px 18px}
button{font:inherit;font-weight:600;min-height:44px;border-radius:8px;border:1px solid #7b8798;background:transparent;color:inherit;cursor:pointer}
button:last-child{background:#31405c;border-color:#31405c;color:#fff}
:focus-visible{outline:3px solid #8fb2ff;outline-offset:2px}`

let queue: Promise<unknown> = Promise.resolve()

/** Asks the user for confirmation, one question at a time. False if the user rejects or presses Escape. */
export function askForConfirmation(question: Question): Promise<boolean> {
  const answer = queue.then(() => ask(question))
  queue = answer
  return answer
}

/**
 * The prompt is an iframe: like a real wallet's window, it shares no style, focus or keys with the page. A dialog of the
 * page would otherwise take a click in the prompt for a click outside of the dialog.
 */
function ask(question: Question): Promise<boolean> {
  const frame = document.createElement('iframe')
  frame.title = 'Demo wallet'
  frame.style.cssText =
    'position:fixed;inset:0;width:100%;height:100%;border:0;z-index:2147483647;pointer-events:auto;color-scheme:normal;background:transparent'
  document.body.append(frame)
  const page = frame.contentDocument
  if (!page) throw new Error('The demo wallet cannot open')
  const before = document.activeElement
  return new Promise((resolve) => {
    const answer = (approved: boolean) => {
      frame.remove()
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
      resolve(approved)
    }
    // The Content-Security-Policy permits constructed style sheets, and no style elements.
    const styles = new (page.defaultView ?? globalThis).CSSStyleSheet()
    styles.replaceSync(style)
    page.adoptedStyleSheets = [styles]
    page.body.append(sheet(page, question, answer))
    page.addEventListener('keydown', (event) => event.key === 'Escape' && answer(false))
    page.querySelector<HTMLButtonElement>('button:last-child')?.focus()
  })
}

function sheet(
  page: Document,
  { wallet, site, title, lines }: Question,
  answer: (approved: boolean) => void,
) {
  const element = (name: string, ...parts: (string | Node)[]) => {
    const made = page.createElement(name)
    made.append(...parts)
    return made
  }
  const list = lines.map(([label, value]) => element('div', element('dt', label), element('dd', value)))
  const body = element('section', element('h1', `${site} wants to ${title}`), element('dl', ...list))
  body.tabIndex = 0 // focusable, so that the keyboard can scroll it
  const buttons = ['Reject', 'Approve'].map((text) => {
    const button = element('button', text)
    button.addEventListener('click', () => answer(text === 'Approve'), { once: true })
    return button
  })
  const head = element('header', 'Demo wallet', element('strong', wallet))
  return element('main', head, body, element('footer', ...buttons))
}
