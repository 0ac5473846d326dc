import type { MailAbout } from '../functions/events/reaction.ts'

/** Sends mails one after the other, as the function `mail` does on AWS. */
export function mailQueue(send: (about: MailAbout) => Promise<void>) {
  let last = Promise.resolve()
  return {
    async add(about: MailAbout) {
      last = last
        .then(() => send(about))
        .catch((error: unknown) => console.error('A mail could not be tried:', error))
    },
    /** Waits for the mails that were added. */
    close: () => last,
  }
}
