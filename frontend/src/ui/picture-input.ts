import { type ChangeEvent, type DragEvent, useState } from 'react'
import { upload } from '../../../domain/limits.ts'

/** A place for a picture that is dropped or chosen: properties of the place and of its file input. */
export function usePictureInput(onPicture: (file: File) => void) {
  const [isOver, setOver] = useState(false)
  const place = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) =>
      setOver(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      const [file] = event.dataTransfer.files
      if (file) onPicture(file)
    },
  }
  const input = {
    type: 'file',
    accept: upload.types.join(','),
    className: 'sr-only',
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      const [file] = currentTarget.files ?? []
      // The input is cleared, so that choosing the same file again triggers a change event.
      currentTarget.value = ''
      if (file) onPicture(file)
    },
  }
  return { isOver, place, input }
}
