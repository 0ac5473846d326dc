import { clsx as cx } from 'clsx'
import { ImageUp } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import type { User } from '../../../../domain/user.ts'
import { Button } from '../../ui/button.tsx'
import { usePictureInput } from '../../ui/picture-input.ts'
import { ShrinkButton } from '../../ui/shrink-button.tsx'
import { Avatar } from '../../ui/user.tsx'

interface PictureFieldProps {
  user: User
  picture: File | null
  error: string | undefined
  /** A file that was refused for its size. */
  tooLarge: File | null
  onPick: (file: File | null) => void
}

/** The profile picture, dropped or chosen, with a preview. It is uploaded when the form is saved. */
export function PictureField({ user, picture, error, tooLarge, onPick }: PictureFieldProps) {
  const id = useId()
  const { isOver, place, input } = usePictureInput(onPick)
  const preview = usePreview(picture)
  return (
    <div className="flex flex-col gap-1.5">
      <span className="font-semibold text-sm">Profile picture</span>
      <div className="flex items-center gap-5">
        <Avatar user={{ ...user, profileImage: preview ?? user.profileImage }} className="size-24 text-3xl" />
        <div className="min-w-0 flex-1">
          <label
            {...place}
            className={cx(
              'flex min-h-24 cursor-pointer items-center gap-4 rounded border border-dashed px-5 py-3 outline-green-ink outline-offset-2 transition-colors duration-150 hover:border-ink has-[input:focus-visible]:outline-2',
              isOver ? 'border-green-ink bg-green-soft' : error ? 'border-red' : 'border-line-strong bg-card',
            )}
          >
            <input
              {...input}
              aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
              aria-invalid={error ? true : undefined}
            />
            <ImageUp aria-hidden="true" strokeWidth={1.5} className="size-7 shrink-0 text-green-ink" />
            <span className="min-w-0">
              <span className="font-medium underline underline-offset-4">
                {picture ? 'Choose another picture' : 'Choose a picture'}
              </span>
              <span className="max-sm:hidden"> or drag it here</span>
              {picture && <span className="mt-0.5 block truncate text-ink-2 text-sm">{picture.name}</span>}
            </span>
          </label>
        </div>
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="font-medium text-red text-sm">
          {error}
        </p>
      )}
      {tooLarge && <ShrinkButton file={tooLarge} onShrunk={onPick} />}
      <div className="flex flex-wrap items-center gap-x-3">
        <p id={`${id}-hint`} className="text-ink-3 text-sm">
          JPEG, PNG or GIF, at most 2 MB.
        </p>
        {picture && (
          <Button variant="quiet" size="sm" onClick={() => onPick(null)}>
            Keep the old one
          </Button>
        )}
      </div>
    </div>
  )
}

/** An object URL of the file, revoked when the file changes. */
function usePreview(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setUrl(null)
    const next = URL.createObjectURL(file)
    setUrl(next)
    return () => URL.revokeObjectURL(next)
  }, [file])
  return url
}
