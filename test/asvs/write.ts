// `npm run asvs`: writes docs/asvs.md from requirements.txt.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../repository/repository-files.ts'
import { asvsDocument, problems } from './table.ts'

const found = problems()
if (found.length === 0) writeFileSync(path.join(root, 'docs/asvs.md'), asvsDocument())
else {
  console.error(found.join('\n'))
  process.exitCode = 1
}
