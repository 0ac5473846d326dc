import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'
import type { Config } from './config.ts'

interface Mail {
  to: string
  subject: string
  text: string
  html?: string
  headers?: Record<string, string>
}

let client: SESv2Client | undefined

/**
 * Sends a mail through SES. SES leaves out addresses that bounced or complained before.
 * @throws the error of SES, which refuses a mail or cannot be reached
 */
export async function sendMail(
  { MAIL_FROM, SES_ENDPOINT }: Pick<Config, 'MAIL_FROM' | 'SES_ENDPOINT'>,
  { to, subject, text, html, headers = {} }: Mail,
): Promise<void> {
  client ??= new SESv2Client({
    ...(SES_ENDPOINT && { endpoint: SES_ENDPOINT }),
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
  })
  await client.send(
    new SendEmailCommand({
      FromEmailAddress: MAIL_FROM,
      Destination: { ToAddresses: [to] },
      Content: {
        Simple: {
          Subject: { Data: subject },
          Body: { Text: { Data: text }, ...(html && { Html: { Data: html } }) },
          Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
        },
      },
    }),
  )
}
