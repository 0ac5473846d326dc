import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'

/** Beside the error of a picture that is too large: makes the picture small enough and gives it to `onShrunk`. */
export function ShrinkButton({ file, onShrunk }: { file: File; onShrunk: (file: File) => void }) {
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready')
  const current = useRef<File | null>(file)
  useEffect(() => {
    current.current = file
    setState('ready')
    return () => {
      current.current = null
    }
  }, [file])

  const shrink = async () => {
    setState('busy')
    try {
      const { shrinkToFit } = await import('../lib/shrink-picture.ts')
      const shrunk = await shrinkToFit(file)
      if (current.current === file) onShrunk(shrunk)
    } catch {
      if (current.current === file) setState('failed')
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        variant="secondary"
        size="sm"
        busy={state === 'busy' && 'Shrinking…'}
        onClick={() => void shrink()}
      >
        Shrink it to fit
      </Button>
      {state === 'failed' && (
        <p role="alert" className="text-red text-sm">
          This browser cannot open the picture. Please choose another one.
        </p>
      )}
    </div>
  )
}
