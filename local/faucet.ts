import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isAddress } from 'ethers'
import { chain, token } from '../domain/limits.ts'

/** Funds any wallet on the local chain. */
export interface Faucet {
  /** Whole TAX and native coins that one request gives. */
  tax: number
  native: number
  give(address: string): Promise<void>
}

/** A ticket, as in the web app. Also used by the page with the caught mail. */
export const style = `:root{color-scheme:light dark;--paper:light-dark(#faf7f1,#161410);--line:light-dark(#8f8778,#7d7567)}
body{font:1.1rem/1.6 system-ui;max-width:34rem;margin:10vh auto;padding:0 1rem;background:var(--paper);color:light-dark(#1d1a15,#f2ece0)}
main{border:1px solid var(--line);border-radius:.5rem;background:light-dark(#fffdf9,#1f1c17)}
header,form{padding:1.5rem 2rem}h1,p{margin:0 0 .5rem}
form{position:relative;border-top:2px dotted var(--line)}
form::before,form::after{content:"";position:absolute;top:-9px;left:-1px;width:8px;height:14px;background:var(--paper);border:1px solid var(--line);border-left:0;border-radius:0 7px 7px 0}
form::after{left:auto;right:-1px;transform:scaleX(-1)}
main~p{margin:1rem 0 0}input,button{font:inherit;padding:.6rem .8rem;width:100%;box-sizing:border-box;margin-top:.5rem;border:1px solid var(--line);border-radius:.5rem}
button{border:0;background:light-dark(#17533a,#2c7552);color:#fdfbf6;font-weight:600}a{color:light-dark(#17533a,#86cba5)}`
/** Content-Security-Policy of a page that has only this style. */
export const stylePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`

/** GET shows a form and POST sends the funds, so that a developer can use an own browser wallet on the local chain. */
export async function faucetPage(
  faucet: Faucet,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
) {
  if (request.method !== 'POST') return page(response, 200, faucet, '')
  const { origin } = request.headers
  if (origin !== undefined && origin !== url.origin)
    return page(response, 403, faucet, 'Use the form on this page.')
  let body = ''
  for await (const chunk of request) body = (body + chunk).slice(0, 1000)
  const address = new URLSearchParams(body).get('address')?.trim() ?? ''
  if (!isAddress(address))
    return page(
      response,
      400,
      faucet,
      'This is not a wallet address. An address is 0x and 40 letters or digits.',
    )
  await faucet.give(address)
  return page(response, 200, faucet, `Sent to ${address}. Your wallet shows it now.`)
}

function page(response: ServerResponse, status: number, { tax, native }: Faucet, message: string) {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': stylePolicy,
    })
    .end(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Local faucet</title>
<style>${style}</style>
<main><header><h1>Local faucet</h1>
<p>${tax.toLocaleString('en-US')} ${token.symbol} and ${native} ${chain.nativeSymbol} for your wallet, on the chain of this machine only.</p></header>
<form method="post"><label>Wallet address<input name="address" placeholder="0x…" autocomplete="off" required></label>
<button>Send</button></form></main>
${message && `<p role="status">${message}</p>`}
<p><a href="/">Back to the marketplace</a></p></html>`)
}
