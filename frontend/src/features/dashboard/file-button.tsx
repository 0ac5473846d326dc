import { useMutation } from '@tanstack/react-query'
import { reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { type FileName, saveOwnFile } from './files.ts'

/** A button that reads a whole list and saves it as a file. */
export function FileButton({ file, children }: { file: FileName; children: string }) {
  const { isPending, mutate } = useMutation({
    mutationFn: () => saveOwnFile(file),
    onError: (error) => toast({ title: 'The file was not saved', description: reasonOf(error), tone: 'bad' }),
  })
  return (
    <Button variant="secondary" size="sm" busy={isPending && 'Reading…'} onClick={() => mutate()}>
      {children}
    </Button>
  )
}
