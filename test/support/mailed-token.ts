/** The token of the newest confirmation mail to this e-mail address, from the page of caught mails. */
export async function mailedToken(origin: string, email: string): Promise<string> {
  const page = await (await fetch(`${origin}/mail`, { headers: { host: new URL(origin).host } })).text()
  const [mail = ''] = page.split('<article>').filter((one) => one.includes(`To ${email},`))
  return /confirm-email\?token=([\w-]+)/.exec(mail)?.[1] ?? ''
}
