import { useEffect, useState } from 'react'
import { lossOnClose } from '../../lib/closing.ts'
import { keepDraft } from '../../lib/drafts.ts'

const uploading =
  'Your picture is still being uploaded. If you close the task now, you have to choose the picture again.'
const notStored = 'Your browser stores no drafts. If you close the task now, what you typed is lost.'

/**
 * Stores the input of a form at each change; null means that there is none. While the input cannot be stored, or a picture is
 * being uploaded, the task dialog and the browser ask before they close. Returns true while a draft is stored.
 */
export function useStoredInput(name: string, input: object | null, isUploading: boolean): boolean {
  const [isStored, setStored] = useState(true)
  const json = JSON.stringify(input)
  useEffect(() => setStored(keepDraft(name, JSON.parse(json))), [name, json])
  const loss = isUploading ? uploading : input && !isStored ? notStored : null
  useEffect(() => {
    if (!loss) return
    const ask = (event: Event) => event.preventDefault()
    lossOnClose.set(loss)
    addEventListener('beforeunload', ask)
    return () => {
      lossOnClose.set(null)
      removeEventListener('beforeunload', ask)
    }
  }, [loss])
  return input !== null && isStored
}

export const DraftKept = ({ isStored }: { isStored: boolean }) => (
  <p role="status" className="text-ink-3 text-sm">
    {isStored && 'Draft kept in this browser'}
  </p>
)
