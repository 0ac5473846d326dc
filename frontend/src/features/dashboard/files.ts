import { callFile, type Sent } from '../../lib/api.ts'
import { saveFile } from '../../lib/save-file.ts'

export type FileName = Sent<'GET /api/user/files/{name}'>['name']

/** Reads a CSV file, part by part, and saves it. */
export async function saveOwnFile(name: FileName): Promise<void> {
  const parts: string[] = []
  let cursor: string | null = ''
  do {
    const part: { text: string; next: string | null } = await callFile('GET /api/user/files/{name}', {
      name,
      ...(cursor && { cursor }),
    })
    parts.push(part.text)
    cursor = part.next
  } while (cursor)
  // The byte order mark of the answer is not part of its text.
  saveFile(`${name}.csv`, 'text/csv', `\uFEFF${parts.join('')}`)
}
