import type { ServerResponse } from 'node:http'
import { escapeMarkup } from '../domain/markup.ts'
import type { CaughtMail } from './engines/ses.ts'
import { style, stylePolicy } from './faucet.ts'

/** Makes a link of each URL of an escaped text. */
const link = (escaped: string) => escaped.replace(/https?:\/\/[^\s&]+/g, '<a href="$&">$&</a>')

/**
 * Shows the mails that were sent, newest first, because local mode delivers none. With `html`, the time of a mail in
 * milliseconds, it shows that mail as HTML, in a sandbox in which only its own style and links work.
 */
export function mailPage(caught: CaughtMail[], response: ServerResponse, html: string | null): void {
  const shown = caught.find(({ at, html: body }) => body && String(at.getTime()) === html)
  response.setHeader('content-type', 'text/html; charset=utf-8').setHeader('cache-control', 'no-store')
  if (shown)
    return void response
      .setHeader(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-top-navigation",
      )
      .end(shown.html)
  response.setHeader('content-security-policy', stylePolicy)
  const mails = caught.map(
    ({ at, headers, html: body, subject, text, to }) =>
      `<article><h2>${escapeMarkup(subject)}</h2><p>To ${escapeMarkup(to)}, ${at.toLocaleTimeString('en')}</p>${text
        .split('\n\n')
        .map((part) => `<p>${link(escapeMarkup(part))}</p>`)
        .join('')}${Object.entries(headers)
        .map(([name, value]) => `<p><code>${escapeMarkup(`${name}: ${value}`)}</code></p>`)
        .join(
          '',
        )}${body ? `<p><a href="/mail?html=${at.getTime()}">Show as HTML</a></p>` : ''}</article><hr>`,
  )
  response.end(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Local mail</title>
<style>${style}</style>
<h1>Mail that was sent on this machine</h1>
${mails.join('\n') || '<p>No mail has been sent.</p>'}
<p><a href="/">Back to the marketplace</a></p></html>`)
}
