import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A mail that was sent to SES. */
export interface CaughtMail {
  to: string
  subject: string
  text: string
  html: string | null
  headers: Record<string, string>
  at: Date
}

/** Mails that are kept. */
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
export async function startSes(): Promise<{
  endpoint: string
  caught: CaughtMail[]
  close(): Promise<void>
}> {
  const caught: CaughtMail[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { Content, Destination } = JSON.parse(Buffer.concat(chunks).toString()) as SendEmailRequest
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    caught,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
