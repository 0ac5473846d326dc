// `npm run asvs`: writes docs/asvs.md from requirements.txt.
// `npm run asvs -- mutants`: first tests the mutants of mutants.txt whose result is not in mutant-results.txt.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../repository/repository-files.ts'
import { testMutants } from './run-mutants.ts'
import { asvsDocument, mutantProblems, problems } from './table.ts'

if (process.argv[2] === 'mutants' && problems().length === 0) await testMutants()
const found = [...problems(), ...mutantProblems()]
if (found.length === 0) writeFileSync(path.join(root, 'docs/asvs.md'), asvsDocument())
else {
  console.error(found.join('\n'))
  process.exitCode = 1
}
