import { json } from 'node:stream/consumers'
import { listen } from './listen.ts'

export interface CaughtMail {
  to: string
  subject: string
  text: string
  html: string | null
  headers: Record<string, string>
  at: Date
}

const kept = 200

interface SendEmailRequest {
  Destination: { ToAddresses: string[] }
  Content: {
    Simple: {
      Subject: { Data: string }
      Body: { Text: { Data: string }; Html?: { Data: string } }
      Headers?: { Name: string; Value: string }[]
    }
  }
}

/**
 * Starts a stand-in for SES (version 2) that speaks its wire protocol and keeps each mail instead of sending it. It refuses
 * addresses at refused.example, as SES refuses those that it may not send to.
 */
export async function startSes() {
  const caught: CaughtMail[] = []
  const { close, origin } = await listen(async (request, response) => {
    const { Content, Destination } = (await json(request)) as SendEmailRequest
    const { Body, Headers = [], Subject } = Content.Simple
    const to = Destination.ToAddresses.join(', ')
    response.setHeader('content-type', 'application/json')
    if (to.endsWith('@refused.example')) {
      response.writeHead(400, { 'x-amzn-errortype': 'MessageRejected' })
      return response.end(JSON.stringify({ message: 'Email address is not verified.' }))
    }
    caught.unshift({
      to,
      subject: Subject.Data,
      text: Body.Text.Data,
      html: Body.Html?.Data ?? null,
      headers: Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value])),
      at: new Date(),
    })
    caught.splice(kept)
    return response.end(JSON.stringify({ MessageId: String(Date.now()) }))
  })
  return { endpoint: origin, caught, close }
}
