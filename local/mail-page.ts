import type { ServerResponse } from 'node:http'
import type { CaughtMail } from './engines/ses.ts'

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

/** Makes a link of each URL of an escaped text. */
const link = (escaped: string) => escaped.replace(/https?:\/\/[^\s&]+/g, '<a href="$&">$&</a>')

/** Shows the mails that were sent, newest first, because local mode delivers none. */
export function mailPage(caught: CaughtMail[], response: ServerResponse): void {
  const mails = caught.map(
    ({ at, subject, text, to }) =>
      `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to)}, ${at.toLocaleTimeString('en')}</p>${text
        .split('\n\n')
        .map((part) => `<p>${link(escapeHtml(part))}</p>`)
        .join('')}</article><hr>`,
  )
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .end(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Local mail</title>
<h1>Mail that was sent on this machine</h1>
${mails.join('\n') || '<p>No mail has been sent.</p>'}
<p><a href="/">Back to the marketplace</a></p></html>`)
}
