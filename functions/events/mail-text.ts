import { brand } from '../../domain/brand.ts'
import type { Notification } from '../../domain/notification.ts'
import { placeOf, textOf } from '../../domain/notification-texts.ts'
import { escapeHtml } from '../mail.ts'

/** Mail programs make links of what looks like a URL. In a title a stranger chose it, so an invisible space breaks it. */
const withoutLinks = (title: string) => title.replace(/[.:/@](?=\S)/g, '$&\u200b')

/**
 * The mail about a notification, as plain text and as HTML. Of other people it contains only the task's title: no words of
 * a reviewer, because a stranger could send links with them in the name of the site.
 */
export function mailText(
  about: Notification,
  { origin, username, token }: { origin: string; username: string; token: string },
) {
  const { sentence, more } = textOf(about, withoutLinks)
  const place = `${origin}${placeOf(about)}`
  const hash = about.transactionHash ? `Transaction: ${about.transactionHash}` : null
  const why = `You get this mail because ${username} has confirmed this address at ${brand}.`
  const stop = `${origin}/unsubscribe#${token}`
  const lines = [`${sentence}.`, more, ...(hash ? [hash] : [])]
  const paragraphs = lines
    .map(
      (line, at) =>
        `<p style="margin:0 0 12px;${at === 0 ? 'font-size:20px;font-weight:600' : 'color:#554f45;word-break:break-all'}">${escapeHtml(line)}</p>`,
    )
    .join('\n')
  return {
    subject: sentence,
    text: [...lines, `Open ${brand}:\n${place}`, `${why} Stop these mails:\n${stop}`].join('\n\n'),
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(sentence)}</title></head>
<body style="margin:0;padding:24px 12px;background:#faf7f1;color:#1d1a15;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:520px;margin:0 auto">
<p style="margin:0 0 12px;font-weight:700;color:#17533a">${brand}</p>
<div style="padding:24px;background:#fffdf9;border:1px solid #e3dccf;border-top:3px dashed #8f8778;border-radius:8px">
${paragraphs}
<p style="margin:20px 0 0"><a href="${escapeHtml(place)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#17533a;color:#fdfbf6;text-decoration:none;font-weight:600">Open ${brand}</a></p>
</div>
<p style="margin:16px 0 0;font-size:13px;color:#6c655a">${escapeHtml(why)} <a href="${escapeHtml(stop)}" style="color:#6c655a">Stop these mails</a></p>
</div>
</body></html>`,
    headers: {
      'List-Unsubscribe': `<${origin}/api/unsubscribe/${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
