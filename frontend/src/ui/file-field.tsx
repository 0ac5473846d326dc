import { clsx as cx } from 'clsx'
import { ImageUp } from 'lucide-react'
import { type DragEvent, useEffect, useId, useState } from 'react'
import { upload as limits } from '../../../domain/limits.ts'
import { Button } from './button.tsx'
import { isUnderWay, type Upload, type UploadControls } from './picture-upload.ts'

/** An error message such as 'Missing link: Please …', with its title in bold. */
export function titled(message = '') {
  const [, title, description] = /^([^:]{3,40}): (.+)$/s.exec(message) ?? []
  if (!title) return message
  return (
    <>
      <strong>{title}</strong>: {description}
    </>
  )
}

const megabytes = limits.maxBytes / 1024 / 1024

/** A picture, dropped or chosen. It is uploaded at once, while the user fills in the other fields. */
export function FileField({ input, upload, choose, remove, label }: UploadControls & { label: string }) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const take = (file: File | undefined) => {
    if (!file) return
    choose(file)
    input.current?.focus()
  }
  const dropping = {
    onDragOver: () => setOver(true),
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) =>
      setOver(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
    onDrop: ({ dataTransfer }: DragEvent) => {
      setOver(false)
      take(dataTransfer.files[0])
    },
  }
  const problem = upload.state === 'none' || upload.state === 'failed' ? upload.problem : null
  // The browser would leave the page for a file that is dropped elsewhere, and the input of the form would be lost.
  useEffect(() => {
    const ignore = (event: Event) => event.preventDefault()
    window.addEventListener('dragover', ignore)
    window.addEventListener('drop', ignore)
    return () => {
      window.removeEventListener('dragover', ignore)
      window.removeEventListener('drop', ignore)
    }
  }, [])

  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="self-start font-semibold text-sm">
        {label}
      </label>
      <div
        {...dropping}
        className={cx(
          'rounded border outline-green-ink outline-offset-2 transition-colors duration-150 has-[input:focus-visible]:outline-2',
          upload.state === 'none' ? 'border-dashed' : '',
          isOver ? 'border-green-ink bg-green-soft' : problem ? 'border-red' : 'border-line-strong',
        )}
      >
        <input
          ref={input}
          id={id}
          type="file"
          accept={limits.types.join(',')}
          className="sr-only"
          onChange={({ currentTarget }) => {
            take(currentTarget.files?.[0])
            // The input is cleared, so that choosing the same file again triggers a change event.
            currentTarget.value = ''
          }}
          aria-describedby={`${id}-hint${problem ? ` ${id}-problem` : ''}`}
          aria-invalid={problem ? true : undefined}
        />
        {upload.state === 'none' ? (
          <label
            htmlFor={id}
            className="flex cursor-pointer flex-col items-start gap-3 px-5 py-7 sm:flex-row sm:items-center sm:gap-5"
          >
            <ImageUp aria-hidden="true" strokeWidth={1.5} className="size-9 shrink-0 text-green-ink" />
            <span>
              <span className="font-medium underline underline-offset-4">Choose a picture</span>
              <span className="max-sm:hidden"> or drag it here</span>
            </span>
          </label>
        ) : (
          <Chosen
            upload={upload}
            onReplace={() => input.current?.click()}
            onRetry={take}
            onRemove={() => {
              remove()
              input.current?.focus()
            }}
          />
        )}
      </div>
      {problem && (
        <p id={`${id}-problem`} role="alert" className="font-medium text-red text-sm">
          {titled(problem)}
        </p>
      )}
      <p id={`${id}-hint`} className="text-ink-3 text-sm">
        JPEG, PNG or GIF. A picture over {megabytes} MB is made smaller.
      </p>
    </div>
  )
}

interface ChosenProps {
  upload: Exclude<Upload, { state: 'none' }>
  onReplace: () => void
  onRetry: (file: File) => void
  onRemove: () => void
}

function Chosen({ upload, onReplace, onRetry, onRemove }: ChosenProps) {
  const { file, preview } = upload
  return (
    <div className="flex flex-col gap-4 p-4 sm:flex-row sm:items-center">
      {preview && (
        <img
          src={preview}
          alt="The chosen file"
          className="max-h-56 self-start rounded border border-line bg-sunk object-contain sm:size-28 sm:self-center"
        />
      )}
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{file.name}</p>
        <UploadStatus upload={upload} />
        <div className="mt-3 flex flex-wrap gap-2">
          {upload.state === 'failed' && preview && (
            <Button size="sm" onClick={() => onRetry(upload.file)}>
              Try again
            </Button>
          )}
          <Button variant="secondary" size="sm" onClick={onReplace}>
            Replace
          </Button>
          <Button variant="quiet" size="sm" onClick={onRemove}>
            {isUnderWay(upload) ? 'Cancel' : 'Remove'}
          </Button>
        </div>
      </div>
    </div>
  )
}

function UploadStatus({ upload: { file, preview, state } }: { upload: ChosenProps['upload'] }) {
  const size = `${Math.max(1, Math.round(file.size / 1024))} KB`
  const texts = {
    shrinking: 'Shrinking the picture…',
    sending: `Uploading ${size}…`,
    done: `${size}, uploaded`,
    failed: preview ? `${size}, not uploaded` : `${size}. Please choose another picture.`,
  }
  return (
    <p role="status" className="text-ink-2 text-sm">
      {texts[state]}
    </p>
  )
}
