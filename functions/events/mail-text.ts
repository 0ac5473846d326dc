import { brand } from '../../domain/brand.ts'
import { escapeMarkup } from '../../domain/markup.ts'
import type { Notification } from '../../domain/notification.ts'
import { pageOf, textOf } from '../../domain/notification-texts.ts'

const formatTime = (iso: string | null | undefined) => `${iso?.slice(0, 16).replace('T', ' ')} UTC`

/** Mail programs make links of what looks like a URL. In a title a stranger chose it, so an invisible space breaks it. */
const withoutLinks = (title: string) => title.replace(/\s+/g, ' ').replace(/[.:/@](?=\S)/g, '$&\u200b')

/**
 * The mail about a notification, as plain text and as HTML. Of other people it contains only the task's title: no words of
 * a reviewer, because a stranger could send links with them in the name of the site.
 * @param token of the link that stops such mails; null if nobody can stop them, because they protect the account
 */
export function mailText(
  about: Notification,
  { origin, username, token }: { origin: string; username: string; token: string | null },
) {
  const { title, detail } = textOf({ ...about, reason: null }, formatTime)
  const subject = about.taskTitle ? `${title}: “${withoutLinks(about.taskTitle)}”` : title
  const place = `${origin}${pageOf(about) ?? `/tasks?id=${about.taskId}`}`
  const { transactionHash: hash } = about
  const lines = [subject, ...(detail ? [detail] : []), ...(hash ? [`Transaction: ${hash}`] : [])]
  const why = `You get this mail because ${username} has confirmed this address at ${brand}.`
  const stop = token && `${origin}/unsubscribe#${token}`
  const [first, ...more] = lines.map(escapeMarkup)
  return {
    subject,
    text: [...lines, `Open ${brand}:\n${place}`, stop ? `${why} Stop these mails:\n${stop}` : why].join(
      '\n\n',
    ),
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${first}</title></head>
<body style="margin:0;padding:24px 12px;background:#faf7f1;color:#1d1a15;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:520px;margin:0 auto;overflow-wrap:anywhere">
<p style="font-weight:700;color:#17533a">${brand}</p>
<div style="padding:24px;background:#fffdf9;border:1px solid #e3dccf;border-top:3px dashed #8f8778;border-radius:8px">
<p style="margin:0 0 12px;font-size:20px;font-weight:600">${first}</p>
${more.map((line) => `<p style="margin:0 0 12px;color:#554f45">${line}</p>`).join('\n')}
<p style="margin:20px 0 0"><a href="${escapeMarkup(place)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#17533a;color:#fdfbf6;text-decoration:none;font-weight:600">Open ${brand}</a></p>
</div>
<p style="font-size:13px;color:#6c655a">${escapeMarkup(why)}${stop ? ` <a href="${escapeMarkup(stop)}" style="color:#6c655a">Stop these mails</a>` : ''}</p>
</div>
</body></html>`,
    headers: token
      ? {
          'List-Unsubscribe': `<${origin}/api/unsubscribe/${token}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }
      : {},
  }
}
